// Starts the journeys' own Kassa on a fresh database, with a host page for each brand. After its
// end, only its logs remain.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeBrands } from './brands.ts';
import { startHostPages } from './host-pages.ts';
import { stack, stackEnvironment } from './stack.ts';

Object.assign(process.env, stackEnvironment);
rmSync(stack.dataFolder, { recursive: true, force: true });
process.once('exit', () => {
  const leftovers = readdirSync(stack.dataFolder).filter((name) => name !== 'logs');
  for (const name of leftovers) rmSync(path.join(stack.dataFolder, name), { recursive: true });
});
writeBrands();
const failure = startHostPages().catch((error: unknown) => error);
await import('../../scripts/start.ts');
const error = await failure;
if (error === undefined) {
  console.log('All brands are ready.');
} else {
  console.error(error);
  process.kill(process.pid, 'SIGTERM');
}
