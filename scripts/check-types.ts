// Checks the types of every package that has a tsconfig.json, and of scripts/; as many at once as there are cores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
const waiting = [...packages, 'e2e', 'bench', 'scripts'].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
);
const failed: string[] = [];

async function checkWaiting(): Promise<void> {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const child = spawn(process.execPath, [compiler, '-p', project], {
      cwd: root,
      stdio: 'inherit',
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) failed.push(project);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, checkWaiting));
if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`);
  process.exit(1);
}
