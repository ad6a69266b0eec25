import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { disableFeatures } from '../../scripts/chromium-switches.mjs';
import { findChromium } from '../../scripts/find-chromium.mjs';

/** Names the browser if this machine has none, also none that Playwright has downloaded. */
export function findMissingBrowser(): string[] {
  return findChromium() !== null || existsSync(chromium.executablePath()) ? [] : ['Chromium'];
}

/** Launches the journeys' browser for measuring. */
export function launchChromium() {
  return chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [
      '--no-sandbox',
      // Keeps the host page and the widget's frame in one process, so that one throttled session
      // covers both.
      disableFeatures('IsolateOrigins', 'site-per-process'),
    ],
    // The benchmark handles Ctrl-C and closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
