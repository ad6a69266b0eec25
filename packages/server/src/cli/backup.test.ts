import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { signPlayerToken } from '@kassa/test-kit';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { describeServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { writeTestFiles } from '../testing/test-files.ts';
import { runCli } from './run-cli.ts';

const secret = 'a secret for the backup test, long enough';
const keys = { apiKey: 'sandbox-api-key-of-tests', webhookSecret: 'sandbox-webhook-secret' };

let folder: string;
let sandbox: Sandbox;
let url: string;
let operatorUrl: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-backup-'));
  await mkdir(path.join(folder, 'sandbox'));
  sandbox = await startSandbox({ port: 0, dataFolder: path.join(folder, 'sandbox'), ...keys });
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: { apiUrl: sandbox.url, ...keys },
    secrets: { kassa: secret },
  });
  const [port, operatorPort] = [await findFreePort(), await findFreePort()];
  url = `http://localhost:${port}`;
  operatorUrl = `http://localhost:${operatorPort}`;
  environment = {
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    KASSA_CONFIG: configFolder,
    KASSA_CATALOG: path.join(folder, 'catalog'),
    LOG_LEVEL: 'error',
    PUBLIC_URL: '',
    DATABASE_URL: '',
  };
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string): NodeJS.ProcessEnv => ({
  ...environment,
  KASSA_DATA: path.join(folder, name),
});

const serve = (name: string): ServerProcess => describeServerProcess(url, at(name));

/** Copies a data folder with the command as it is installed. */
async function backUp(name: string, target: string): Promise<string> {
  const bin = path.resolve(import.meta.dirname, '../../bin/kassa.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'backup', target], {
    env: { ...process.env, ...at(name) },
  });
  return stdout;
}

/** Runs `kassa` on a data folder of its own. */
async function kassa(name: string, words: string[], more: NodeJS.ProcessEnv = {}) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const environment = { ...at(name), ...more };
  const input = Readable.from([]);
  const code = await runCli(words, { environment, input, output, errors, isInteractive: false });
  const read = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, out: read(output), err: read(errors) };
}

const balanced = { code: 0, out: '✓ The ledger is balanced.\n', err: '' };

/** Retries with the same key while a server that has just started waits for its database. */
async function ask(playerId: string, call: string, body: object | null) {
  const token = await signPlayerToken(secret, { playerId });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': uuidv7(),
  };
  for (;;) {
    const response = await fetch(`${url}/api/banking/${call}`, {
      method: body === null ? 'GET' : 'POST',
      headers,
      body: body === null ? undefined : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    const answer = (await response.json()) as any;
    if (response.status !== 503) return answer;
    await delay(50);
  }
}

const balanceOf = async (playerId: string): Promise<number> =>
  Number((await ask(playerId, 'user-get', null)).balanceData.primary.amount);

/** Makes a deposit of 50 EUR that the provider has paid. Returns its reference. */
async function deposit(playerId: string): Promise<string> {
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const { depositId, reference } = await ask(playerId, 'deposit-create', order);
  const headers = {
    authorization: `Bearer ${keys.apiKey}`,
    'content-type': 'application/json',
  };
  const found = await fetch(`${sandbox.url}/v1/payments?merchantReference=${depositId}`, {
    headers,
  });
  const { id } = (await found.json()) as { id: string };
  const approval = { method: 'POST', headers, body: '{}' };
  await fetch(`${sandbox.url}/v1/payments/${id}/approve`, approval);
  return reference;
}

test('a backup taken while money moves is restored with every deposit, its keys and a balanced ledger', {
  timeout: 240_000,
}, async () => {
  const server = serve('live');
  await server.start();
  const references: string[] = [];
  for (let index = 0; index < 6; index += 1) references.push(await deposit('ada'));
  await expect.poll(() => balanceOf('ada')).toBe(300);
  const iban = 'DE89370400440532013000';
  const order = { amount: '40', currency: 'EUR', paymentType: 'payout', fields: { iban } };
  const { withdrawalId } = await ask('ada', 'withdrawal-create', order);

  let isOver = false;
  const busy = (async () => {
    while (!isOver) await deposit('bob');
  })();
  const target = path.join(folder, 'copy');
  expect(await backUp('live', target)).toContain(target);
  isOver = true;
  await busy;
  expect(await kassa('live', ['backup', target])).toMatchObject({ code: 2 });
  const before = await balanceOf('ada');
  expect(await server.stop()).toBe(0);
  // Deletes the original, so that only the copy is left.
  await rm(path.join(folder, 'live'), { recursive: true });

  expect(await kassa('copy', ['ledger', 'check'])).toEqual(balanced);
  const creating = ['keys', 'create', '--name', 'x', '--scopes', 'read', '--json'];
  const created = await kassa('copy', creating);
  const access = {
    KASSA_OPERATOR_KEY: JSON.parse(created.out).key,
    KASSA_OPERATOR_URL: operatorUrl,
  };
  const restored = serve('copy');
  await restored.start();
  expect(await balanceOf('ada')).toBe(before);
  const found = await kassa('copy', ['deposits', 'search', '--player', 'ada', '--json'], access);
  const items: { reference: string; status: string }[] = JSON.parse(found.out).items;
  expect(items.map(({ reference }) => reference).sort()).toEqual(references.sort());
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['processed']));
  // Sealed with the keys that were copied along.
  const shown = await kassa('copy', ['withdrawals', 'show', withdrawalId, '--json'], access);
  expect(JSON.parse(shown.out).fields).toEqual({ iban: '••••3000' });
  // The copy is an ordinary database: new deposits work.
  await deposit('ada');
  await expect.poll(() => balanceOf('ada')).toBe(before + 50);
  expect(await restored.stop()).toBe(0);
  expect(await kassa('copy', ['ledger', 'check'])).toEqual(balanced);
  expect(await readFile(path.join(target, 'data-keys'), 'utf8')).toMatch(/^k1:/);
});

test('an external database is not copied', async () => {
  const external = { DATABASE_URL: 'postgres://localhost:5698/none' };
  const { code, err } = await kassa('live', ['backup', path.join(folder, 'never')], external);
  expect(code).toBe(2);
  expect(err).toContain('docs/backup.md');
});
