import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { receiptSchema } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { approve, bringPlayer, type PayingPlayer } from '../../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runCli } from '../run-cli.ts';

const makeKey = () =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');

let server: TestServer;
let player: PayingPlayer;
let folder: string;
let paid: Awaited<ReturnType<PayingPlayer['deposit']>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-receipt-'));
  server = await startTestServer({}, { brand: { receipts: { key: makeKey() } } });
  await nameCard({ en: 'Bank card', ru: 'Банковская карта', pt: 'Cartão' });
  player = await bringPlayer(server);
  paid = await player.deposit('50');
  await approve(server, paid.paymentId);
  await vi.waitUntil(async () => (await player.balance()) === '50.00', { timeout: 30_000 });
});

async function nameCard(text: Record<string, string>): Promise<void> {
  const catalogs = path.join(server.configFolder, 'catalogs/kassa');
  await mkdir(catalogs, { recursive: true });
  await writeFile(
    path.join(catalogs, 'names.json'),
    JSON.stringify({ change: { card: { text } } }),
  );
  await server.reload();
}

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (depositId: string, token = player.token, locale?: string) =>
  (await server.call('deposit-receipt', { depositId, locale }, { token })).body;

/** Writes a file as the widget does, with words around the signature. */
async function write(signed: string): Promise<string> {
  const file = path.join(folder, 'receipt.html');
  await writeFile(file, `<!doctype html><dl><dt>Amount</dt></dl><p>\n${signed}\n</p>`);
  return file;
}

async function verify(...words: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runCli(['receipt', 'verify', ...words], {
    environment: { KASSA_CONFIG: server.configFolder },
    input: Readable.from([]),
    output,
    errors,
    isInteractive: false,
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

test('a processed deposit has a receipt with its facts and times, and no other personal data', async () => {
  const { receipt } = await ask(paid.depositId);
  expect(receiptSchema.parse(receipt)).toEqual(receipt);
  expect(receipt).toMatchObject({
    brand: 'kassa',
    reference: paid.reference,
    paymentMethod: 'card',
    requested: { amount: '50.00', currency: 'EUR' },
    payments: [
      {
        paid: { amount: '50.00', currency: 'EUR' },
        credited: { amount: '50.00', currency: 'EUR' },
      },
    ],
    credited: { amount: '50.00', currency: 'EUR' },
    keysUrl: `${server.url}/kassa/.well-known/jwks.json`,
  });
  const { createdAt, paidAt, creditedAt, issuedAt } = receipt;
  const times = [createdAt, paidAt, creditedAt, issuedAt];
  expect([...times].sort()).toEqual(times);
  expect(JSON.stringify(receipt)).not.toContain(player.id);
  const { instrument } = receipt.payments[0];
  expect(instrument).toMatch(/•••• \d{4}/);
});

test('a deposit that is not processed has no receipt, and nobody gets that of another player', async () => {
  const { depositId } = await player.deposit();
  expect(await ask(depositId)).toEqual({ receipt: null, signed: null });
  const other = await bringPlayer(server);
  expect((await ask(paid.depositId, other.token)).error.code).toBe('deposit.notFound');
});

test.each([
  ['ru', 'ru', 'Банковская карта'],
  ['pt-BR', 'pt', 'Cartão'],
  ['tlh', 'en', 'Bank card'],
  ['ar', 'ar', 'Bank card'],
  [undefined, 'en', 'Bank card'],
])('asked for in %s, it is issued in %s', async (asked, locale, methodName) => {
  const { receipt, signed } = await ask(paid.depositId, player.token, asked);
  expect(receipt).toMatchObject({ locale, methodName, paymentMethod: 'card' });
  const { code, out } = await verify(await write(signed), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ isValid: true, payload: { locale, methodName } });
});

describe('kassa receipt verify', () => {
  test("accepts the receipt by the brand's files, and prints what is signed", async () => {
    const { signed, receipt } = await ask(paid.depositId);
    const { code, out, err } = await verify(await write(signed));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(receipt.reference);
    expect(out).toContain(receipt.creditedAt);
    expect(out).toMatch(/✓ Valid: signed by the key [\w-]{43}\./);
    const asJson = await verify(await write(signed), '--json');
    expect(JSON.parse(asJson.out)).toMatchObject({ isValid: true, payload: receipt });
  });

  test('accepts it by the published keys, from their address and from a file', async () => {
    const { signed } = await ask(paid.depositId);
    const address = `${server.url}/kassa/.well-known/jwks.json`;
    const keys = await (await fetch(address)).text();
    expect(JSON.parse(keys).keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' }]);
    expect(keys).not.toContain('"d"');
    const file = path.join(folder, 'keys.json');
    await writeFile(file, keys);
    for (const key of [address, file]) {
      expect(await verify(await write(signed), '--key', key)).toMatchObject({ code: 0 });
    }
    expect((await fetch(`${server.url}/nobody/.well-known/jwks.json`)).status).toBe(404);
    expect(await (await fetch(`${server.url}/other/.well-known/jwks.json`)).json()).toEqual({
      keys: [],
    });
  });

  test('refuses a receipt with any changed character', async () => {
    const { signed } = (await ask(paid.depositId)) as { signed: string };
    const { length } = signed;
    // Each part, and the last character, of which not all bits are read.
    const places = [...Array(24).keys()].map((n) => Math.floor((n * length) / 24));
    for (const place of [...places, length - 1]) {
      if (signed[place] === '.') continue;
      const other = signed[place] === 'A' ? 'B' : 'A';
      const changed = signed.slice(0, place) + other + signed.slice(place + 1);
      const { code, out } = await verify(await write(changed));
      expect([place, code, out]).toEqual([place, expect.not.stringMatching(/^0$/), '']);
      expect(code).not.toBe(0);
    }
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const end = last[(last.indexOf(signed.at(-1) ?? '') + 1) % 64];
    const { code, err } = await verify(await write(signed.slice(0, -1) + end));
    expect([code, err]).toEqual([1, 'The receipt is not valid: the signature was changed.\n']);
  });

  test('refuses the key of another brand, and a file without a receipt or with two', async () => {
    const { signed } = await ask(paid.depositId);
    const others = path.join(folder, 'others.json');
    const { publicKey } = generateKeyPairSync('ed25519');
    await writeFile(others, JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }));
    const wrong = await verify(await write(signed), '--key', others);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('no key is named') });
    const none = { code: 1, err: 'The file has no signed receipt, or several.\n' };
    expect(await verify(await write(''))).toMatchObject(none);
    const again = (await server.later(1000, () => ask(paid.depositId))).signed;
    expect(await verify(await write(`${signed} ${again}`))).toMatchObject(none);
    expect(await verify(path.join(folder, 'missing'))).toMatchObject({ code: 2 });
    expect(await verify(await write(signed), '--key', 'missing')).toMatchObject({ code: 2 });
  });
});
