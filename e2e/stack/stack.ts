import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the journeys run against: a Kassa of their own, on ports of its own, with a fresh database. */
export const stack = {
  root: path.resolve(import.meta.dirname, '../..'),
  demoUrl: 'http://localhost:4010',
  serverUrl: 'http://localhost:4110',
  sandboxUrl: 'http://localhost:4210',
  storiesUrl: 'http://localhost:4410',
  dataFolder: claimDataFolder(),
};

/** The settings that start it, and that commands on its data need. */
export const stackEnvironment = {
  DEMO_PORT: new URL(stack.demoUrl).port,
  PORT: new URL(stack.serverUrl).port,
  SANDBOX_PORT: new URL(stack.sandboxUrl).port,
  KASSA_DATA: stack.dataFolder,
};

/**
 * The run's first process makes the folder and takes it away at its end; its workers inherit the
 * name. After a failure it stays, because the logs are in it.
 */
function claimDataFolder(): string {
  const claimed = process.env.KASSA_E2E_DATA;
  if (claimed !== undefined) return claimed;
  const folder = mkdtempSync(path.join(tmpdir(), 'kassa-e2e-'));
  process.env.KASSA_E2E_DATA = folder;
  process.once('exit', (code) => {
    if (code === 0) rmSync(folder, { recursive: true, force: true });
    else console.log(`The logs of this run are in ${path.join(folder, 'logs')}`);
  });
  return folder;
}
