import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { parsePix } from 'pix-utils';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { followUpDeposits } from '../../money/provider-events/follow-up-deposits.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { findNotifications } from '../../testing/find-notifications.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/*
 * Deposits by Pix: the whole server with its database, and the operator's key at a simulated bank.
 */

const bankToken = 'pix-bank-token-of-deposits';
const webhookSecret = 'pix-webhook-secret-of-deposits';
const key = 'caixa@cassino.example';

let folder: string;
let bank: Sandbox;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-pix-'));
  bank = await startSandbox({ port: 0, dataFolder: folder, apiKey: bankToken, webhookSecret });
  const pix = {
    key,
    merchantName: 'Cassino São João',
    city: 'São Paulo',
    webhookSecret,
    bankUrl: `${bank.url}/pix-bank`,
    bankToken,
  };
  const sandbox = { apiUrl: bank.url, apiKey: bankToken, webhookSecret };
  const rates = { kind: 'static', base: 'EUR', table: { BRL: '6' } };
  server = await startTestServer({}, { brand: { connectors: { sandbox, pix }, rates } });
  const method = buildMethod('pix_qr', {
    category: 'bankTransfer',
    cardViewType: 6,
    amount_rules: { BRL: { min: '10', max: '5000' } },
    countries: ['br'],
    connector: 'pix',
  });
  const catalog = { ...server.core.catalogOf('kassa'), methods: [method] };
  server.core.catalogOf = () => catalog;
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  await bank.close();
  await rm(folder, { recursive: true, force: true });
});

const receivedSchema = z.object({ endToEndId: z.string(), valor: z.string() });

async function ask(method: 'POST' | 'PUT', route: string, body: object) {
  const response = await fetch(`${bank.url}/pix-bank/${route}`, {
    method,
    headers: { authorization: `Bearer ${bankToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text === '' ? {} : JSON.parse(text);
}

const hookOf = (product: string) => `${server.url}/api/providers/${product}/pix/notifications`;

/** Sets whether the bank sends notifications, or has to be queried. */
const tell = (isTold: boolean) =>
  ask('PUT', `webhook/${key}`, {
    // Nothing listens on the discard port, so the notification is lost.
    webhookUrl: isTold ? hookOf('kassa') : 'http://127.0.0.1:9/lost',
  });

/** A player in Brazil with a deposit, and a payer who has only its code. */
async function begin(amount = '50.00') {
  const token = await server.token({ playerId: uuidv7(), country: 'br', currency: 'BRL' });
  const order = { amount, currency: 'BRL', paymentType: 'pix_qr' };
  const { body } = await server.call('deposit-create', order, { token });
  const depositId = body.depositId as string;
  const text = body.apiResponse.data.qrCodeText as string;
  const code = parsePix(text);
  if (!('txid' in code)) throw new Error('no code that can be read');
  const pay = async (valor = amount) =>
    receivedSchema.parse(await ask('POST', 'arrivals', { chave: key, txid: code.txid, valor }));
  return {
    depositId,
    code,
    pay,
    giveBack: (endToEndId: string, valor: string, part: object = {}) =>
      ask('PUT', `pix/${endToEndId}/devolucao/${uuidv7().replaceAll('-', '')}`, { valor, ...part }),
    status: async () =>
      (await server.call('deposit-status', { depositId, paymentMethod: 'pix_qr' }, { token })).body,
    balance: async () =>
      (await server.call('user-get', {}, { token })).body.balanceData.primary.amount,
    payments: () =>
      server.core.db
        .selectFrom('payments')
        .select(['provider_payment_id', 'amount', 'status'])
        .where('deposit_id', '=', depositId)
        .orderBy('created_at')
        .execute(),
  };
}

/** Posts a notification, as the bank or anyone else could. */
async function notify(
  pix: readonly object[],
  { secret = webhookSecret, at = Date.now(), product = 'kassa' } = {},
) {
  const body = JSON.stringify({ pix });
  const time = Math.floor(at / 1000);
  const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const response = await fetch(hookOf(product), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'pix-signature': `t=${time},v1=${hash}` },
    body,
  });
  return response.status;
}

/** The outcomes of the notifications that contain a text. */
const outcomesOf = async (text: string) =>
  (await findNotifications(server.core, text)).map(({ outcome }) => outcome);

describe('a payment by its code', () => {
  test('is credited exactly once, however often the bank reports it', async () => {
    await tell(true);
    const deposit = await begin('50.00');
    expect(deposit.code).toMatchObject({ transactionAmount: 50, pixKey: key });
    expect(await deposit.status()).toMatchObject({ status: 'PENDING' });
    const { endToEndId, valor } = await deposit.pay();
    await expect.poll(deposit.balance).toBe('50.00');
    expect(await deposit.status()).toMatchObject({ status: 'PAYED', processingAmount: '50.00' });
    // Reported again with another body, and found again by a query.
    const again = { endToEndId, txid: deposit.code.txid, valor, horario: 'again' };
    expect(await notify([again])).toBe(200);
    await expect.poll(() => outcomesOf('"again"')).toEqual(['duplicate']);
    await server.later(3600_000, () => followUpDeposits(server.core));
    expect(await deposit.balance()).toBe('50.00');
    expect(await deposit.payments()).toHaveLength(1);
  });

  test('is credited with the received amount, less or a little more than requested', async () => {
    await tell(true);
    const [less, more] = [await begin('50.00'), await begin('50.00')];
    await Promise.all([less.pay('12.34'), more.pay('55.00')]);
    await expect.poll(less.balance).toBe('12.34');
    await expect.poll(more.balance).toBe('55.00');
    expect(await less.status()).toMatchObject({ status: 'PAYED', processingAmount: '12.34' });
  });

  test('made twice gives two receipts, and the second is parked', async () => {
    await tell(true);
    const deposit = await begin('50.00');
    await deposit.pay();
    await expect.poll(deposit.balance).toBe('50.00');
    await deposit.pay();
    await expect.poll(deposit.payments).toMatchObject([
      { amount: '50.00', status: 'credited' },
      { amount: '50.00', status: 'parked' },
    ]);
    expect(await deposit.balance()).toBe('50.00');
  });

  test('long after the code expired is still credited', async () => {
    await tell(true);
    const deposit = await begin('50.00');
    await server.later(3600_000, () => followUpDeposits(server.core));
    expect(await deposit.status()).toMatchObject({ status: 'AUTO_CANCELED' });
    await deposit.pay();
    await expect.poll(deposit.balance).toBe('50.00');
    expect(await deposit.status()).toMatchObject({ status: 'PAYED' });
  });

  test('is found by a query without a notification', async () => {
    await tell(false);
    const deposit = await begin('50.00');
    await deposit.pay();
    expect(await deposit.balance()).toBe('0.00');
    await server.later(60_000, () => followUpDeposits(server.core));
    expect(await deposit.balance()).toBe('50.00');
  });
});

describe('a return', () => {
  test('is debited, each part once, and never more than was received', async () => {
    await tell(true);
    const deposit = await begin('50.00');
    const { endToEndId, valor } = await deposit.pay();
    await expect.poll(deposit.balance).toBe('50.00');
    await deposit.giveBack(endToEndId, '20.00');
    await expect.poll(deposit.balance).toBe('30.00');
    // No bank returns more than it received; such a report is not applied.
    const devolucoes = [{ id: 'tooMuch', valor: '31.00', status: 'DEVOLVIDO' }];
    await notify([{ endToEndId, txid: deposit.code.txid, valor, devolucoes }]);
    await expect.poll(() => outcomesOf('"tooMuch"')).toEqual(['conflicting']);
    expect(await deposit.balance()).toBe('30.00');
    await deposit.giveBack(endToEndId, '30.00', { natureza: 'MED_FRAUDE' });
    await expect.poll(deposit.balance).toBe('0.00');
  });
});

describe('a notification', () => {
  test('that is forged or replayed is rejected', async () => {
    const { code, balance } = await begin('50.00');
    const pix = [{ endToEndId: `E${Date.now()}`, txid: code.txid, valor: '50.00' }];
    expect(await notify(pix, { secret: 'a secret that a stranger made up' })).toBe(401);
    expect(await notify(pix, { at: Date.now() - 3600_000 })).toBe(401);
    expect(await balance()).toBe('0.00');
  });

  test('changes nothing for another brand', async () => {
    const { code, balance } = await begin('50.00');
    const pix = [{ endToEndId: `E${Date.now()}`, txid: code.txid, valor: '50.00' }];
    expect(await notify(pix, { product: 'other' })).toBe(404);
    expect(await balance()).toBe('0.00');
  });

  test('of a payment without a deposit doesn’t block the payments of deposits', async () => {
    const deposit = await begin('50.00');
    const ids = ['N1', 'N2', 'N3', 'N4'].map((id) => `${id}${Date.now()}`);
    const [stray, unnamed, odd, meant] = ids;
    const pix = [
      { endToEndId: stray, txid: '0'.repeat(25), valor: '10.00' },
      { endToEndId: unnamed, valor: '10.00' },
      // Codes without a txid contain `***`, which some banks pass on.
      { endToEndId: odd, txid: '***', valor: '10.00' },
      { endToEndId: meant, txid: deposit.code.txid, valor: '50.00' },
    ];
    expect(await notify(pix)).toBe(200);
    await expect.poll(deposit.balance).toBe('50.00');
    await expect.poll(() => outcomesOf(stray ?? '')).toEqual(['unknownSubject']);
  });

  test('that assigns one payment to two deposits credits the first', async () => {
    const [first, second] = [await begin('50.00'), await begin('50.00')];
    const endToEndId = `T${Date.now()}`;
    await notify([{ endToEndId, txid: first.code.txid, valor: '50.00' }]);
    await expect.poll(first.balance).toBe('50.00');
    await notify([{ endToEndId, txid: second.code.txid, valor: '50.00' }]);
    await expect.poll(() => outcomesOf(endToEndId)).toEqual(['credited', 'conflicting']);
    expect(await second.balance()).toBe('0.00');
  });
});
