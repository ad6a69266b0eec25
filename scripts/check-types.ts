// Checks the types of every package that has a tsconfig.json, and of scripts/.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
const projects = [...packages, 'e2e', 'bench', 'scripts'].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
);
const failed = projects.filter((project) => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' })
    .status;
});
if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`);
  process.exit(1);
}
