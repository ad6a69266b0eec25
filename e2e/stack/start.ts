// Starts the journeys' own Kassa on a fresh database. When it ends, only its logs are left.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stack, stackEnvironment } from './stack.ts';

Object.assign(process.env, stackEnvironment);
rmSync(stack.dataFolder, { recursive: true, force: true });
process.once('exit', () => {
  const leftovers = readdirSync(stack.dataFolder).filter((name) => name !== 'logs');
  for (const name of leftovers) rmSync(path.join(stack.dataFolder, name), { recursive: true });
});
await import('../../scripts/start.ts');
