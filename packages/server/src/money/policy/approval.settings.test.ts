import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpWithdrawals } from '../provider-events/follow-up-withdrawals.ts';

let operator: Server;
let server: TestServer;
/** The operator's response, and the requests that it received. */
let answer: unknown;
let asked: Record<string, unknown>[] = [];
/** Happens while the server waits for the operator's answer. */
let beforeAnswer: () => Promise<unknown>;

beforeAll(async () => {
  operator = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', async () => {
      asked.push(JSON.parse(body));
      await beforeAnswer();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => operator.listen(0, 'localhost', resolve));
  const { port } = operator.address() as AddressInfo;
  server = await startTestServer(
    {},
    {
      brand: {
        withdrawals: { approveUpTo: { EUR: '500' } },
        approval: {
          url: `http://localhost:${port}/approve`,
          secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
          deposits: true,
          payouts: true,
        },
      },
    },
  );
  const { approval } = server.core.brands.get('kassa') ?? {};
  if (approval == null) throw new Error('no approval');
  // Longer than a brand may set: the operator's answer waits for calls of a busy server.
  approval.timeoutMs = 60_000;
});

beforeEach(() => {
  beforeAnswer = async () => {};
  answer = { approved: true };
  asked = [];
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  operator.close();
});

const order = { amount: '100', currency: 'EUR', paymentType: 'card' };

async function depositFor(externalId: string) {
  const token = await server.token({ playerId: externalId });
  return { token, ...(await server.call('deposit-create', order, { token })) };
}

/** Creates a withdrawal of a player who has the money. */
async function withdraw() {
  const { token, body } = await depositFor(uuidv7());
  const find = `/v1/payments?merchantReference=${body.depositId}`;
  const { body: payment } = await server.provider('GET', find);
  await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
  const balance = async () =>
    Number((await server.call('user-get', {}, { token })).body.balanceData.primary.amount);
  await expect.poll(balance).toBe(100);
  const request = { amount: '40', currency: 'EUR', paymentType: 'payout' };
  const { body: withdrawal } = await server.call('withdrawal-create', request, { token });
  const status = async () => {
    const { withdrawalId } = withdrawal;
    return (await server.call('withdrawal-status', { withdrawalId }, { token })).body.status;
  };
  const state = async () => {
    const row = await server.core.db
      .selectFrom('withdrawals')
      .select('status')
      .where('id', '=', withdrawal.withdrawalId)
      .executeTakeFirstOrThrow();
    return row.status;
  };
  return { balance, status, state };
}

test('a deposit starts only with the operator’s approval, who gets its data', async () => {
  const externalId = uuidv7();
  expect((await depositFor(externalId)).status).toBe(200);
  expect(asked).toMatchObject([
    { kind: 'deposit', playerId: externalId, amount: '100.00', paymentMethod: 'card' },
  ]);
});

test("a rejection by the operator declines the deposit, with the operator's message if any", async () => {
  answer = { approved: false };
  const silent = await depositFor(uuidv7());
  expect(silent).toMatchObject({ status: 422, body: { error: { code: 'operator.declined' } } });
  answer = { approved: false, message: 'Verify your account first.' };
  const spoken = await depositFor(uuidv7());
  expect(spoken.body.error).toMatchObject({
    code: 'banking.merchantClientError',
    message: 'Verify your account first.',
  });
  expect(spoken.body.error.reference).toMatch(/^KS-/);
  // The statistics of routes leave them out.
  const attempts = await server.core.db
    .selectFrom('deposit_attempts as a')
    .innerJoin('deposits as d', 'd.id', 'a.deposit_id')
    .select(['a.outcome', 'a.error'])
    .where('d.reference', 'in', [silent.body.error.reference, spoken.body.error.reference])
    .execute();
  const refused = { outcome: 'declined', error: 'operator.declined' };
  expect(attempts).toEqual([refused, refused]);
});

test('a malformed approval is a rejection: nothing reaches the provider', async () => {
  answer = { approved: 'yes' };
  const { status, body } = await depositFor(uuidv7());
  expect(status).toBe(422);
  expect(body.error.code).toBe('operator.declined');
});

test('a deposit that its player cancels while the operator is asked never reaches the provider', async () => {
  const playerId = uuidv7();
  const token = await server.token({ playerId });
  let depositId = '';
  beforeAnswer = async () => {
    const { body } = await server.call('deposit-list', {}, { token });
    depositId = body.deposits[0].depositId;
    await server.call('deposit-cancel', { depositId }, { token });
  };
  expect((await depositFor(playerId)).body.error.code).toBe('deposit.notOpen');
  const found = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  expect(found.status).toBe(404);
});

test('a payout that the operator rejects releases the money', async () => {
  const { balance, status } = await withdraw();
  answer = { approved: false };
  await followUpWithdrawals(server.core);
  expect(await status()).toBe('REJECTED');
  expect(await balance()).toBe(100);
});

test('a payout without a valid approval response is retried, and at last waits for review', async () => {
  const { balance, status, state } = await withdraw();
  answer = 'maybe';
  await followUpWithdrawals(server.core);
  expect(await state()).toBe('approved');
  expect(await balance()).toBe(60);
  for (let hours = 1; hours < 12; hours += 1) {
    await server.later(hours * 3600_000, () => followUpWithdrawals(server.core));
  }
  expect(await state()).toBe('inReview');
  expect(await status()).toBe('PENDING');
  answer = { approved: true };
  const recovered = await withdraw();
  answer = 'maybe';
  await followUpWithdrawals(server.core);
  expect(await recovered.state()).toBe('approved');
  answer = { approved: true };
  await server.later(3600_000, () => followUpWithdrawals(server.core));
  expect(await recovered.status()).not.toBe('PENDING');
});

test('a deposit that continues with further fields needs no second approval', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const fields = { iban: 'DE991111' };
  const { body } = await server.call('deposit-create', { ...order, fields }, { token });
  expect(body.apiResponse.isFieldsRequired).toBe(true);
  answer = { approved: false };
  const { depositId } = body;
  const more = { ...order, depositId, fields: { smsCode: '123456' } };
  expect((await server.call('deposit-create', more, { token })).status).toBe(200);
  expect(asked).toHaveLength(1);
});
