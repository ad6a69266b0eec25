// Checks the types of every package in one process: `tsc -b`, which rechecks only what a change
// affects. TypeScript 7 needs less than half of the time of TypeScript 6, which stays for the
// tools that use its API.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

// `tsc -b` skips a package whose own files are older than its last check, even if the packages that
// it imports changed. A newer tsconfig makes it compare the contents of every file.
const now = new Date();
utimesSync(path.join(root, 'tsconfig.base.json'), now, now);

const folders = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
const projects = [...folders, 'e2e', 'bench', 'scripts'].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
);
const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
// Each further checker of a package works out the types of libraries again.
const { status } = spawnSync(process.execPath, [compiler, '-b', '--checkers', '1', ...projects], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
