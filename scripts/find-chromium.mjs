import { existsSync } from 'node:fs';
import { findProgram } from './find-program.mjs';

/** The headless shell comes first: it has no window and needs half the resources. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of this machine's Chromium or Chrome, or null. `CHROMIUM_PATH` takes precedence;
 * an invalid one is an error.
 * @returns {string | null}
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, but this file does not exist.`);
  }
  return findProgram(...names) ?? applications.find((file) => existsSync(file)) ?? null;
}
