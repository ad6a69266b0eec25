import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signPlayerToken } from '@kassa/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { connected, nextPush, openSocket } from '../testing/player-socket.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { writeTestFiles } from '../testing/test-files.ts';

/**
 * A server in a process of its own: an unhandled rejection would end it, and in this process it
 * would fail Vitest.
 */
let child: ChildProcess;
let folder: string;
let url: string;
let databaseUrl: string;
let admin: pg.Client;
/** Its log output. */
let log = '';

const secret = 'a secret for tests, long enough for HS256';

/** Makes the process reject a promise that nothing awaits, on a signal. */
const failOnSignal = `process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waits')); });`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-away-'));
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: {
      apiUrl: 'http://localhost:9',
      apiKey: 'sandbox-api-key-of-tests',
      webhookSecret: 'sandbox-webhook-secret-of-tests',
    },
    secrets: { kassa: secret },
  });
  databaseUrl = await createTestDatabase();
  const maintenance = new URL(databaseUrl);
  maintenance.pathname = '/postgres';
  admin = new pg.Client({ connectionString: maintenance.href });
  await admin.connect();
  const port = String(await findFreePort());
  url = `http://localhost:${port}`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(failOnSignal)}`;
  child = spawn(process.execPath, [preload, path.resolve(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: port,
      OPERATOR_PORT: '0',
      DATABASE_URL: databaseUrl,
      KASSA_CONFIG: configFolder,
      KASSA_DATA: path.join(folder, 'data'),
      LOG_LEVEL: 'warn',
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const isUp = async () => expect(await statusOf('/readyz')).toBe(200);
  await vi.waitFor(isUp, { timeout: 100_000, interval: 100 });
});

afterAll(async () => {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGKILL')) await exited;
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

const statusOf = async (address: string) =>
  (await fetch(`${url}${address}`).catch(() => null))?.status;

test("a socket that connects while the database is unavailable works, and doesn't end the process", async () => {
  const token = await signPlayerToken(secret, { issuer: 'kassa-test' });
  // Now the player's id is cached, so the next socket can connect without the database.
  const first = openSocket(url, token);
  await nextPush(first, 'login.token');
  first.close();
  const name = new URL(databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  const socket = await connected(openSocket(url, token));
  await expect.poll(() => log).toContain('missed pushes of a new socket could not be loaded');
  await socket.timeout(20_000).emitWithAck('alive');
  await admin.query(`alter database ${name} allow_connections true`);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect(log).not.toContain('nobody waited');
  socket.close();
});

test('an unhandled rejection is logged as an error, and the process continues', async () => {
  child.kill('SIGUSR2');
  await expect.poll(() => log).toContain('an unhandled promise rejection');
  const line = log.split('\n').find((it) => it.includes('nobody waits'));
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, error: { message: 'nobody waits' } });
  expect([child.exitCode, await statusOf('/readyz')]).toEqual([null, 200]);
});
