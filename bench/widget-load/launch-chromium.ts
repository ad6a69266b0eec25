import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

/** A browser for measuring in, of the one that the journeys use. */
export function launchChromium() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium: run "npm test" once.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // The host page and the widget's frame in one process: one throttled session holds for both.
      '--disable-features=IsolateOrigins,site-per-process',
    ],
    // Ctrl-C is for the benchmark, which closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
