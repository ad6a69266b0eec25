import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Cluster } from '../../packages/server/src/testing/index.ts';
import { stack } from '../stack/stack.ts';
import { AndroidApp } from './android-app.ts';

const method = 'card_international';

/** A player's open page of one release. It records the files that it could not load. */
export class ReleasedPage {
  private readonly page: Page;
  private readonly app: AndroidApp;
  private readonly lost: readonly string[];
  /** The query with which most screens can be shown. */
  private readonly query: string;

  private constructor(page: Page, app: AndroidApp, lost: readonly string[], query: string) {
    this.page = page;
    this.app = app;
    this.lost = lost;
    this.query = query;
  }

  /** Opens the page at its list, for a new player with a deposit. */
  static async open(browser: Browser, cluster: Cluster): Promise<ReleasedPage> {
    const page = await (await browser.newContext()).newPage();
    const lost: string[] = [];
    page.on('response', (response) => {
      const isFile = /\/(assets|locales)\//.test(response.url());
      if (isFile && response.status() >= 400) lost.push(response.url());
    });
    const token = await cluster.token({ playerId: crypto.randomUUID() });
    const depositId = await createDeposit(cluster.url, token);
    const app = await AndroidApp.open(page, { token }, cluster.url);
    await expect(app.cashier.search).toBeVisible();
    return new ReleasedPage(page, app, lost, `${new URLSearchParams({ method, depositId })}`);
  }

  /** Returns the path of the widget's first script, which differs from release to release. */
  async readFirstScript(): Promise<string> {
    return /assets\/first\.[\w-]+\.js/.exec(await this.page.content())?.[0] ?? '';
  }

  /** Goes to every screen within the open page, which loads the code of each. */
  async visitEveryScreen(): Promise<void> {
    for (const screen of listScreens()) {
      const before = this.countVisits();
      await this.page.evaluate((address) => {
        history.pushState({ index: history.state.index + 1 }, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/kassa${screen}?${this.query}`);
      await expect.poll(() => this.countVisits()).toBeGreaterThan(before);
      // A skeleton has no text.
      await expect(this.page.locator('main').filter({ hasText: /\S/ })).toBeVisible();
    }
  }

  /** Loads scripts into the page, as a visit to their screens would: those of other countries. */
  async importScripts(files: readonly string[]): Promise<void> {
    await this.page.evaluate(async (names) => {
      for (const name of names) await import(new URL(name, document.baseURI).href);
    }, files);
  }

  /** Expects that no file was lost and no screen failed, and closes the page. */
  async expectWhole(): Promise<void> {
    expect(this.lost).toEqual([]);
    const { messages } = this.app;
    expect(messages.types).toContain('FullLoaded');
    expect(messages.payloads('onInitError')).toEqual([]);
    // The error screen sends its reference to the host.
    const metrics = messages.payloads('Metric').map((payload) => JSON.stringify(payload));
    expect(metrics.filter((it) => /error\.reference|crash|preload/i.test(it))).toEqual([]);
    await this.page.context().close();
  }

  private countVisits(): number {
    return this.app.messages.payloads('navigate').length;
  }
}

/** Returns the path of every screen in the sources; one that a cashier lacks leads to its list. */
function listScreens(): string[] {
  const folder = path.join(stack.root, 'packages/widget/src');
  const files = globSync('**/{route-names,*-paths,kind}.ts', { cwd: folder });
  const screen = /'(\/(?:deposit|withdrawal|empty)[\w/-]*)'/g;
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return [...text.matchAll(screen)].map(([, address = '']) => address);
  });
  return [...new Set(found)];
}

async function createDeposit(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/api/banking/deposit-create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ amount: '10', currency: 'EUR', paymentType: method }),
  });
  const { depositId }: { depositId: string } = await response.json();
  return depositId;
}
