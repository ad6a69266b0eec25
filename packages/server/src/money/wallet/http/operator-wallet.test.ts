import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type OperatorEndpoint,
  startOperatorEndpoint,
} from '../../../testing/operator-endpoint.ts';
import { SmallWallet } from '../../../testing/small-wallet.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { checkLedger } from '../../ledger/check-ledger.ts';
import { followUpWithdrawals } from '../../provider-events/follow-up-withdrawals.ts';
import { performDueOperations } from '../../provider-events/wallet-answers.ts';

/** Longer than any pause between two attempts. */
const quarterHourMs = 16 * 60_000;

const logLines: string[] = [];
let endpoint: OperatorEndpoint;
let wallet: SmallWallet;
let server: TestServer;
let token: string;

beforeAll(async () => {
  endpoint = await startOperatorEndpoint();
  wallet = new SmallWallet();
  const settings = { kind: 'http', url: endpoint.url, secrets: [endpoint.secret], timeoutMs: 5000 };
  const withdrawals = { approveUpTo: { EUR: '500' } };
  server = await startTestServer({}, { logLines, brand: { wallet: settings, withdrawals } });
  token = await server.token({ playerId: SmallWallet.player });
});

afterEach(behave);

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  await endpoint.close();
});

function behave(): void {
  endpoint.answer = (received) => wallet.answer(received);
}

const balance = async () =>
  (await server.call('user-get', {}, { token })).body.balanceData.primary.amount;

async function pay(amount: string): Promise<string> {
  const order = { amount, currency: 'EUR', paymentType: 'card' };
  const { depositId } = (await server.call('deposit-create', order, { token })).body;
  const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  await server.provider('POST', `/v1/payments/${body.id}/approve`, {});
  return depositId;
}

const depositStatus = async (depositId: string) =>
  (await server.call('deposit-status', { depositId, paymentMethod: 'card' }, { token })).body
    .status;

const withdraw = (amount: string) =>
  server.call(
    'withdrawal-create',
    { amount, currency: 'EUR', paymentType: 'payout', fields: {} },
    { token },
  );

const withdrawalStatus = async (withdrawalId: string) =>
  (await server.call('withdrawal-status', { withdrawalId }, { token })).body.status;

const askedFor = (operation: string) =>
  endpoint.received.filter(({ body }) => body.operation === operation);

/** Retries the operations without a response. */
const sweep = () => server.later(quarterHourMs, () => performDueOperations(server.core));

test('shows the balance of the wallet, and credits a deposit there', async () => {
  behave();
  expect(await balance()).toBe('7.50');
  const depositId = await pay('100');
  await expect.poll(() => depositStatus(depositId)).toBe('PAYED');
  expect(wallet.balance).toBe('107.5');
  expect(await balance()).toBe('107.50');
});

test.each([
  ['an error', () => ({ status: 500 })],
  ['silence', () => new Promise<never>(() => {})],
  ['a page', () => ({ status: 200, body: '<h1>OK</h1>' })],
])('a credit that was done with %s as the response is retried, and done once', async (_, spoil) => {
  const before = Number(wallet.balance);
  endpoint.answer = async (received) => {
    const answer = await wallet.answer(received);
    return received.body.operation === 'credit' ? spoil() : answer;
  };
  endpoint.received.length = 0;
  const depositId = await pay('50');
  await expect.poll(() => askedFor('credit').length).toBe(1);
  expect(await depositStatus(depositId)).toBe('PENDING');
  behave();
  await expect
    .poll(async () => {
      await sweep();
      return depositStatus(depositId);
    })
    .toBe('PAYED');
  expect(Number(wallet.balance)).toBe(before + 50);
  expect(new Set(askedFor('credit').map(({ id }) => id)).size).toBe(1);
});

test('holds a withdrawal, and captures it when it is paid', async () => {
  const before = Number(wallet.balance);
  const { body } = await withdraw('40');
  await expect.poll(() => Number(wallet.balance)).toBe(before - 40);
  await followUpWithdrawals(server.core);
  const found = await server.provider('GET', `/v1/payouts?merchantReference=${body.withdrawalId}`);
  await server.provider('POST', `/v1/payouts/${found.body.id}/decide`, { status: 'completed' });
  await expect.poll(() => withdrawalStatus(body.withdrawalId)).toBe('PAID');
  await expect.poll(() => askedFor('capture').length).toBe(1);
  expect(Number(wallet.balance)).toBe(before - 40);
  expect(askedFor('release')).toEqual([]);
});

test('debits a chargeback, as soon as the wallet knows debits', async () => {
  const depositId = await pay('20');
  await expect.poll(() => depositStatus(depositId)).toBe('PAYED');
  const before = Number(wallet.balance);
  const old = new SmallWallet('oldForm');
  endpoint.answer = (received) => old.answer(received);
  logLines.length = 0;
  const found = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  const chargeback = { kind: 'chargeback' };
  await server.provider('POST', `/v1/payments/${found.body.id}/reversals`, chargeback);
  await expect
    .poll(() => logLines.join(''))
    .toContain('the wallet does not know debit: see docs/wallet.md');
  behave();
  await expect
    .poll(async () => {
      await sweep();
      return Number(wallet.balance);
    })
    .toBe(before - 20);
  const [{ body } = { body: null }] = askedFor('debit');
  expect(body).toMatchObject({ brand: 'kassa', kind: 'chargeback', paymentType: 'card' });
  expect(new Set(askedFor('debit').map(({ id }) => id)).size).toBe(1);
  expect(askedFor('capture')).toHaveLength(1);
});

test('rejects a withdrawal that the balance does not cover', async () => {
  wallet.balance = '30';
  const { status, body } = await withdraw('40');
  expect({ status, code: body.error?.code }).toEqual({ status: 422, code: 'balance.insufficient' });
  expect(wallet.balance).toBe('30');
});

test('is unavailable while the wallet is, and works again with the wallet', async () => {
  endpoint.answer = () => ({ status: 503 });
  const { status, body } = await server.call('user-get', {}, { token });
  expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'server.unavailable' });
  behave();
  expect(await balance()).toBe('30.00');
});
