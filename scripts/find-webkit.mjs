import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram, listMissing } from './find-program.mjs';

/** The Debian packages of these programs. */
export const webKitPackages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'];

/**
 * Finds the programs for tests in WebKitGTK: the driver, the browser, a virtual screen, and the
 * runtime of a small app around a web view. Lists the missing ones.
 */
export function findWebKit() {
  const found = {
    driver: findProgram('WebKitWebDriver'),
    miniBrowser: findInLibraries('webkit2gtk-4.1/MiniBrowser', 'webkitgtk-6.0/MiniBrowser'),
    typeLibrary: findInLibraries('girepository-1.0/WebKit2-4.1.typelib'),
    gjs: findProgram('gjs'),
    xvfb: findProgram('Xvfb'),
  };
  const { driver = '', miniBrowser = '', xvfb = '' } = found;
  return { missing: listMissing(found), driver, miniBrowser, xvfb };
}

/** Returns the first of these files in one of the folders of libraries. */
function findInLibraries(...files) {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return folders
    .flatMap((folder) => files.map((file) => path.join('/usr/lib', folder, file)))
    .find((file) => existsSync(file));
}
