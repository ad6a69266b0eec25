import type { Browser } from 'playwright-core';
import { countBytes, type Traffic } from './count-bytes.ts';
import { answerAdyen } from './dropin/answer-adyen.ts';
import { findFrame } from './find-frame.ts';
import { type Phases, readPhases } from './load-phases.ts';
import { phoneScreen } from './phone-screen.ts';
import { type Throttling, throttle } from './throttling.ts';
import { watchList } from './watch-list.ts';

const timeoutMs = 60_000;

/** A page to load, and the place of its list of methods. */
export interface MeasuredPage {
  name: string;
  url: string;
  /** The origin of the list's frame: the page's own, or the widget's. */
  listOrigin: string;
  /** The first matching element is the first method. */
  methodSelector: string;
}

export interface Load {
  traffic: Traffic;
  /** From the start of the page until the first method can be clicked. */
  usableMs: number;
  /** The same from the start of the list's own frame. */
  fromFrameMs: number;
  /** From the start of the page until it receives FullLoaded; null for a page without a widget. */
  fullLoadedMs: number | null;
  /** The phases of a page with a widget. */
  phases: Phases | null;
}

/**
 * Loads a page in a fresh browser profile, on a phone's screen, and waits until the network is
 * idle.
 */
export async function loadPage(
  browser: Browser,
  page: MeasuredPage,
  throttling: Throttling,
): Promise<Load> {
  const context = await browser.newContext(phoneScreen);
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(timeoutMs);
    const session = await context.newCDPSession(tab);
    await answerAdyen(session);
    const traffic = await countBytes(session);
    await throttle(session, throttling);
    await tab.addInitScript(watchList, page.methodSelector);
    await tab.goto(page.url, { waitUntil: 'commit' });
    const list = await findFrame(tab.mainFrame(), page.listOrigin);
    await list.waitForFunction(() => window.kassaBench.usableAt !== undefined);
    if (list !== tab.mainFrame()) {
      await tab.waitForFunction(() => window.kassaBench.fullLoadedAt !== undefined);
    }
    await tab.waitForLoadState('networkidle');
    const { frameStartedAt, hostDataAt, usableAt = Number.NaN } = await list.evaluate(readWatched);
    const inPage = await tab.evaluate(readWatched);
    const { frameStartedAt: pageStartedAt, fullLoadedAt } = inPage;
    const host = tab.mainFrame();
    return {
      traffic,
      usableMs: usableAt - pageStartedAt,
      fromFrameMs: usableAt - frameStartedAt,
      fullLoadedMs: fullLoadedAt === undefined ? null : fullLoadedAt - pageStartedAt,
      phases: list === host ? null : await readPhases({ host, widget: list, hostDataAt, usableAt }),
    };
  } finally {
    await context.close();
  }
}

function readWatched() {
  return window.kassaBench;
}
