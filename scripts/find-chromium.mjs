import { existsSync } from 'node:fs';
import path from 'node:path';

/** The first draws no window, and does what the tests need with half the work. */
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
 * The Chromium or Chrome that this machine has, or null. `CHROMIUM_PATH` goes first; a wrong one is
 * an error, not a reason to look further.
 * @returns {string | null}
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, and there is no such file.`);
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...applications].find((file) => existsSync(file)) ?? null;
}
