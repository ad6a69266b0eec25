import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The Debian packages of these programs. */
export const webKitPackages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'];

/**
 * Finds the programs for tests in WebKitGTK: the driver, the browser, a virtual screen, and the
 * runtime of a small app around a web view. Lists the missing ones.
 */
export function findWebKit() {
  const libraries = list('/usr/lib').map((name) => path.join('/usr/lib', name));
  const find = (names, folders) =>
    folders
      .flatMap((folder) => names.map((name) => path.join(folder, name)))
      .find((file) => existsSync(file));
  const programs = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const found = {
    driver: find(['WebKitWebDriver'], programs),
    miniBrowser: find(['webkit2gtk-4.1/MiniBrowser', 'webkitgtk-6.0/MiniBrowser'], libraries),
    typeLibrary: find(['girepository-1.0/WebKit2-4.1.typelib'], libraries),
    gjs: find(['gjs'], programs),
    xvfb: find(['Xvfb'], programs),
  };
  const missing = Object.entries(found)
    .filter(([, file]) => file === undefined)
    .map(([name]) => name);
  const { driver = '', miniBrowser = '', xvfb = '' } = found;
  return { missing, driver, miniBrowser, xvfb };
}

/** @returns {string[]} */
function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
