import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../ground/database/connect.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { startOperatorEndpoint } from '../testing/operator-endpoint.ts';
import { bringPlayer, type PayingPlayer } from '../testing/paying-player.ts';
import { makePicture } from '../testing/proof-files.ts';
import { SmallWallet } from '../testing/small-wallet.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCli } from './run-cli.ts';

let server: TestServer;
let operator: OperatorClient;
let player: PayingPlayer;
let reference: string;
let depositId: string;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
  player = await bringPlayer(server);
  ({ reference, depositId } = await player.deposit());
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-cli-'));
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs `kassa` with the server's URL and key; `typed` is the input of a person at the terminal. */
async function kassa(
  words: string[],
  { typed, environment = {} }: { typed?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runCli(words, {
    environment: {
      KASSA_OPERATOR_URL: server.operatorUrl,
      KASSA_OPERATOR_KEY: operator.key,
      ...environment,
    },
    input: Readable.from(typed === undefined ? [] : [typed]),
    output,
    errors,
    isInteractive: typed !== undefined,
  });
  const read = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, out: read(output), err: read(errors) };
}

const confirming = () => [
  'deposits',
  'confirm',
  reference,
  ...['--amount', '100', '--currency', 'EUR', '--reason', 'seen at the bank'],
];

describe('reading', () => {
  test('shows a table for people and JSON for programs', async () => {
    const table = await kassa(['deposits', 'search', '--player', player.id]);
    expect(table).toMatchObject({ code: 0, err: '' });
    expect(table.out).toContain('reference');
    expect(table.out).toMatch(new RegExp(`${reference}.*${player.id}.*100\\.00 +EUR`));
    const json = await kassa(['deposits', 'search', '--player', player.id, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ items: [{ reference }], nextCursor: null });
    const none = await kassa(['deposits', 'search', '--status', 'declined', 'failed']);
    expect(none.out).toBe('None.\n');
  });

  test('shows one object with its lists', async () => {
    const { out } = await kassa(['deposits', 'show', reference]);
    expect(out).toMatch(new RegExp(`id +${depositId}`));
    expect(out).toContain('timeline:');
    expect(out).toContain('requested by the player');
  });

  test('leaves out control characters', async () => {
    const { db } = server.core;
    const evil = '\u001b[2Jgone';
    await db
      .updateTable('deposits')
      .set({ provider_reference: evil })
      .where('id', '=', depositId)
      .execute();
    const { out } = await kassa(['deposits', 'show', depositId]);
    expect(out).toContain('gone');
    expect(out).not.toContain('\u001b');
  });

  test('reads a payment detail from the input, not from the arguments', async () => {
    const { code, out } = await kassa(['fields', 'search', 'iban', '--json']);
    expect({ code, out }).toMatchObject({ code: 1, out: '' });
    const found = await kassa(['fields', 'search', 'iban'], { typed: 'DE00 0000\n' });
    expect(found).toMatchObject({ code: 0 });
    expect(found.out + found.err).not.toContain('DE00');
  });
});

describe('acting', () => {
  test('asks for a confirmation, and does nothing unless the answer is yes', async () => {
    // The last one is an aborted question.
    for (const typed of ['n\n', '\n', 'yeah\n', '']) {
      const { code, out, err } = await kassa(confirming(), { typed });
      expect([code, err]).toEqual([1, 'Nothing was done.\n']);
      expect(out).toContain(`depositId: ${reference}`);
      expect(out).toContain('amount: 100');
    }
    expect(await player.balance()).toBe('0.00');
  });

  test('requires --yes without an interactive terminal', async () => {
    const { code, err } = await kassa(confirming());
    expect(code).toBe(2);
    expect(err).toContain('--yes');
    expect(await player.balance()).toBe('0.00');
  });

  test('acts after the confirmation, and not twice with one idempotency key', async () => {
    const key = ['--idempotency-key', 'from-a-script-1'];
    const first = await kassa([...confirming(), ...key], { typed: 'y\n' });
    expect(first.code).toBe(0);
    expect(first.out).toContain('processed');
    const second = await kassa([...confirming(), ...key, '--yes', '--json']);
    expect(JSON.parse(second.out)).toMatchObject({ creditedAmount: '100.00' });
    expect(await player.balance()).toBe('100.00');
  });

  test('logs a player out, and shows the revocations', async () => {
    const leaving = await bringPlayer(server);
    await leaving.balance();
    const logout = ['players', 'logout', leaving.id, '--yes', '--reason'];
    expect(await kassa([...logout, 'it leaked', '--jti', '7f3a'])).toMatchObject({ code: 0 });
    expect(await leaving.balance()).toBe('0.00');
    expect((await kassa([...logout, 'lost a phone'])).out).toContain('issuedUntil');
    await expect(leaving.balance()).rejects.toThrow();
    const { out } = await kassa(['players', 'show', leaving.id]);
    expect(out).toMatch(/tokenRevocations:.*lost a phone.*7f3a.*it leaked/s);
  });

  test("prints the server's error, and ends with 1", async () => {
    const { code, out, err } = await kassa([
      'deposits',
      'decline',
      reference,
      '--reason',
      'no money',
      '--yes',
    ]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/deposit\.notOpen, KR-/);
  });
});

describe('an act that a second key must approve', () => {
  test('says so, and is approved and listed by commands', async () => {
    const brand = server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('The test server has no brand "kassa".');
    brand.secondApproval = { upTo: { EUR: '10' } };
    const environment = { KASSA_OPERATOR_KEY: (await createOperator(server)).key };
    const order = await (await bringPlayer(server)).deposit();
    const confirm = ['deposits', 'confirm', order.reference, '--amount', '90', '--currency', 'EUR'];
    const words = [...confirm, '--reason', 'seen at the bank', '--yes'];
    const proposed = await kassa(words);
    expect(proposed.code).toBe(0);
    const [, id = ''] =
      /^Not done yet: a second key .*\n {2}kassa pending-acts approve (\S+)$/m.exec(proposed.out) ??
      [];
    expect(proposed.out).toMatch(/money:\namount +currency\n90 +EUR/);
    const again = await kassa(words);
    expect(again.err).toContain(id);
    expect((await kassa(['pending-acts', 'list', '--state', 'pending'])).out).toContain(id);
    expect((await kassa(['pending-acts', 'show', id, '--json'])).out).toContain(order.depositId);
    expect(await kassa(['pending-acts', 'approve', id, '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining("A key can't approve its own act"),
    });
    const approved = await kassa(['pending-acts', 'approve', id, '--yes'], { environment });
    expect(approved).toMatchObject({ code: 0, err: '' });
    expect(approved.out).toMatch(/state +approved/);
    expect(approved.out).toMatch(/result +.*creditedAmount: 90\.00/);
    const late = ['--reason', 'too late', '--yes'];
    for (const word of ['reject', 'withdraw']) {
      expect((await kassa(['pending-acts', word, id, ...late])).err).toContain('is approved');
    }
    brand.secondApproval = null;
  });
});

describe('errors', () => {
  test.each([
    ['an unknown command', ['deposits', 'eat']],
    ['an unknown option', ['deposits', 'search', '--colour', 'red']],
    ['a value that is not one of the choices', ['deposits', 'search', '--status', 'lost']],
    ['a missing option', ['deposits', 'decline', 'KS-1', '--yes']],
    ['an origin that is none', ['deposits', 'search', '--url', 'here']],
  ])('%s ends with 2', async (_, words) => {
    const { code, out, err } = await kassa(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
  });

  test('a missing key ends with 2 and tells how to create one', async () => {
    const { code, err } = await kassa(['deposits', 'search'], {
      environment: { KASSA_OPERATOR_KEY: '' },
    });
    expect(code).toBe(2);
    expect(err).toContain('kassa keys create');
  });

  test("a server that doesn't respond ends with 3, and an act tells how to repeat it safely", async () => {
    const environment = { KASSA_OPERATOR_URL: 'http://localhost:5698' };
    const { code, err } = await kassa([...confirming(), '--yes'], { environment });
    expect(code).toBe(3);
    expect(err).toMatch(/--idempotency-key [0-9a-f-]{36}/);
  });

  test('help is not an error', async () => {
    const { code, out } = await kassa(['deposits', 'confirm', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--amount');
  });
});

describe('on the database itself', () => {
  /** A database of its own, and the files of one brand, which are only listed. */
  const own = async () => {
    const config = path.join(folder, 'config');
    await mkdir(path.join(config, 'brands'), { recursive: true });
    await writeFile(path.join(config, 'brands', 'kassa.json'), '{}');
    return { DATABASE_URL: await createTestDatabase(), KASSA_CONFIG: config };
  };

  test('keys are created, listed, rotated and revoked, and logged', async () => {
    const environment = await own();
    const words = ['keys', 'create', '--name', 'first', '--scopes', 'all', '--json'];
    const { id, key } = JSON.parse((await kassa(words, { environment })).out);
    expect(key).toMatch(/^kop_/);
    const listed = await kassa(['keys', 'list'], { environment });
    expect(listed.out).toMatch(/first.*active/);
    expect(listed.out).not.toContain(key);
    const rotated = await kassa(['keys', 'rotate', id, '--json'], { environment });
    expect(JSON.parse(rotated.out).key).not.toBe(key);
    const revoke = ['keys', 'revoke', id, '--reason', 'no longer used'];
    expect((await kassa(revoke, { environment })).code).toBe(2);
    expect((await kassa([...revoke, '--yes'], { environment })).code).toBe(0);
    expect((await kassa([...revoke, '--yes'], { environment })).err).toContain('already revoked');
    const db = connect(environment.DATABASE_URL, { poolSize: 1 });
    const acts = await db.selectFrom('operator_acts').selectAll().orderBy('id').execute();
    await db.destroy();
    expect(acts.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['keys-create', 'done'],
      ['keys-rotate', 'done'],
      ['keys-revoke', 'done'],
      ['keys-revoke', 'refused'],
    ]);
    expect(new Set(acts.map(({ actor }) => actor.split(' of ')[0]))).toEqual(
      new Set(['command line']),
    );
  });

  test('an unknown brand is rejected, with a list of the brands', async () => {
    const words = ['keys', 'list', '--brand', 'nobody'];
    const { code, err } = await kassa(words, { environment: await own() });
    expect(code).toBe(2);
    expect(err).toContain('the brands are kassa');
  });

  test('ledger check checks the ledger, names the problems and ends with 1', async () => {
    const environment = await own();
    expect(await kassa(['ledger', 'check'], { environment })).toEqual({
      code: 0,
      out: '✓ The ledger is balanced.\n',
      err: '',
    });
    const db = connect(environment.DATABASE_URL, { poolSize: 1 });
    await sql`insert into ledger_accounts (id, brand_id, kind, owner, currency, balance)
      values (gen_random_uuid(), 'kassa', 'player', 'somebody', 'EUR', 5)`.execute(db);
    await db.destroy();
    const wrong = await kassa(['ledger', 'check'], { environment });
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toContain('every balance equals its entries');
  });

  test('migrate can be run repeatedly', async () => {
    const { code, out } = await kassa(['migrate'], { environment: await own() });
    expect([code, out]).toEqual([0, '✓ The schema is up to date.\n']);
  });

  test('reports that there is no database yet', async () => {
    const environment = { KASSA_DATA: path.join(folder, 'nothing') };
    const { code, err } = await kassa(['ledger', 'check'], { environment });
    expect(code).toBe(2);
    expect(err).toContain('There is no database');
  });
});

test('a file is read by its name, and its malformed lines are named', async () => {
  const file = path.join(folder, 'settlement.csv');
  await writeFile(file, 'id,amount,currency\na,1,EUR\nb,one,EUR\n');
  const words = ['reconcile', 'import', 'sandbox', '2026-11-20', '--csv', file, '--yes'];
  const refused = await kassa(words);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('  line 3: "amount" is malformed');
  const accepted = await kassa([...words, '--bad-lines-accepted', '--json']);
  expect(JSON.parse(accepted.out)).toMatchObject({
    status: 'running',
    badLines: ['line 3: "amount" is malformed'],
  });
  const lost = await kassa(['reconcile', 'import', 'sandbox', '2026-11-20', '--csv', `${file}x`]);
  expect(lost.code).toBe(2);
});

test('the ledger is exported to the given file', async () => {
  const file = path.join(folder, 'ledger.csv');
  const words = ['ledger', 'export', '--from', '2020-01-01', '--to', '2099-12-31'];
  expect(await kassa([...words, '--output', file])).toEqual({ code: 0, out: '', err: '' });
  const { out } = await kassa(words);
  expect(out).toBe(await readFile(file, 'utf8'));
  expect(out).toMatch(/^transferId,createdAt,kind/);
});

test("a player's claim is found, shown and answered, and its file is saved", async () => {
  const proof = (await makePicture()).toString('base64');
  const made = await player.deposit('30');
  await server.call('deposit-claim', { depositId: made.depositId, proof }, player);
  const { items } = JSON.parse((await kassa(['claims', 'list', '--json'])).out);
  const [{ id }] = items;
  expect((await kassa(['claims', 'show', id])).out).toContain(made.reference);
  const file = path.join(folder, 'proof.jpg');
  const saved = await kassa(['claims', 'proof', id, '1', '--output', file]);
  expect(saved).toEqual({ code: 0, out: '', err: '' });
  expect((await readFile(file)).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  const lost = await kassa(['claims', 'proof', id, '2', '--output', file]);
  expect(lost).toMatchObject({ code: 1, err: expect.stringContaining('proof.notFound') });
  const answer = ['--message', 'Please send the whole page', '--reason', 'it is cut off', '--yes'];
  const answered = await kassa(['claims', 'answer', id, 'moreNeeded', ...answer]);
  expect(answered).toMatchObject({ code: 0, out: expect.stringContaining('moreNeeded') });
  expect((await kassa(['claims', 'list', '--status', 'moreNeeded'])).out).toContain(id);
});

test('names the command that shows the outcome of a pending correction', async () => {
  const api = await startOperatorEndpoint();
  api.isTrusting = true;
  api.answer = () => ({ body: { reference: 'KC-3M8V-72RA', status: 'pending' } });
  const environment = { KASSA_OPERATOR_URL: api.url };
  const words = ['corrections', 'credit', 'ada', '--amount', '5', '--currency', 'EUR'];
  const run = (further: string[]) =>
    kassa([...words, '--reason', 'a gift', '--yes', ...further], { environment });
  try {
    expect((await run([])).out).toContain('\n  kassa corrections list ada\n');
    expect((await run(['--json'])).out).not.toContain('kassa corrections list');
    api.answer = () => ({ body: { reference: 'KC-3M8V-72RA', status: 'done' } });
    expect((await run([])).out).not.toContain('kassa corrections list');
  } finally {
    await api.close();
  }
});

test('says how long a reason is', async () => {
  const words = ['players', 'logout', player.id, '--yes', '--reason'];
  const { out: help } = await kassa(['players', 'logout', '--help']);
  expect(help).toContain('why, in 3 to 500 characters');
  for (const reason of ['x', 'x'.repeat(501)]) {
    const { code, err } = await kassa([...words, reason]);
    expect(code).toBe(1);
    expect(err).toContain('reason: must have 3 to 500 characters (request.invalid');
  }
});

describe('wallet conformance', () => {
  const words = (url: string) => [
    ...['wallet', 'conformance', '--url', url, '--player', SmallWallet.player, '--currency', 'EUR'],
    ...['--timeout-ms', '30000'],
  ];

  test('names every rule that a wallet violates, and ends with 1', async () => {
    const wallet = await startOperatorEndpoint();
    try {
      const environment = { KASSA_WALLET_SECRET: wallet.secret };
      const serve = (served: SmallWallet) => {
        wallet.answer = (received) => served.answer(received);
      };
      serve(new SmallWallet('overdraws'));
      const flawed = await kassa(words(wallet.url), { environment });
      expect(flawed.code).toBe(1);
      expect(flawed.out).toMatch(
        /^✗ .+\n {4}hold of kind withdrawal: expected insufficient, got done/m,
      );
      expect(flawed.err).toMatch(/^\d+ of \d+ rules are broken\.\n$/);
      serve(new SmallWallet());
      const { code, out, err } = await kassa(words(wallet.url), { environment });
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/✓ [^\n]+\n\d+ rules are kept\.\n$/);
      wallet.answer = () => ({ status: 401 });
      const refused = await kassa(words(wallet.url), { environment });
      expect(refused.out).toMatch(/^✗ the profile .+\n {4}.+is the secret the wallet's.+\n$/);
      expect(refused.err).toBe('Without a profile no other rule can be checked.\n');
    } finally {
      await wallet.close();
    }
  });

  test('requires a signing secret, and accepts none as an argument', async () => {
    const { code, err } = await kassa(words('http://localhost:5698'));
    expect([code, err]).toEqual([2, "Set KASSA_WALLET_SECRET to the wallet's signing secret.\n"]);
  });
});

describe('completion', () => {
  /** The completion library writes to the console directly, not to the terminal. */
  async function written(words: string[]): Promise<string> {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      const { code } = await kassa(words);
      expect(code).toBe(0);
      return log.mock.calls.join('\n');
    } finally {
      log.mockRestore();
    }
  }

  test.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    const script = await written(['completion', shell]);
    expect(script).toContain('kassa complete --');
  });

  test('completes commands, options and choices', async () => {
    const complete = (words: string[]) => written(['complete', '--', ...words]);
    expect(await complete(['deposits', ''])).toMatch(/^search\t/m);
    expect(await complete(['deposits', 'confirm', '--re'])).toMatch(/^--reason\t/m);
    expect(await complete(['deposits', 'search', '--status', ''])).toMatch(/^processed/m);
  });
});

describe('the installed program', () => {
  const bin = path.resolve(import.meta.dirname, '../../bin/kassa.mjs');
  // Not the template: while a program uses it, no other test gets a database.
  let url: string;
  beforeAll(async () => {
    url = await createTestDatabase();
  });
  const run = (words: string[]) =>
    promisify(execFile)(process.execPath, [bin, ...words], {
      env: { ...process.env, DATABASE_URL: url },
    });

  test('runs', async () => {
    expect((await run(['ledger', 'check'])).stdout).toBe('✓ The ledger is balanced.\n');
    await expect(run(['deposits', 'eat'])).rejects.toMatchObject({ code: 2 });
  });

  test('completes', async () => {
    const { stdout } = await run(['complete', '--', 'deposits', 'search', '--status', '']);
    expect(stdout).toMatch(/^processed/m);
  });

  test('is the package’s command', async () => {
    const file = path.resolve(import.meta.dirname, '../../package.json');
    expect(JSON.parse(await readFile(file, 'utf8')).bin).toEqual({ kassa: 'bin/kassa.mjs' });
  });
});
