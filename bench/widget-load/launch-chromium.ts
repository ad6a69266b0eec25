import { chromium } from 'playwright-core';
import { disableFeatures } from '../../scripts/chromium-switches.mjs';
import { findChromium } from '../../scripts/find-chromium.mjs';

/** Launches the journeys' browser for measuring. */
export function launchChromium() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium: run "npm test" once.');
  return chromium.launch({
    executablePath,
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
