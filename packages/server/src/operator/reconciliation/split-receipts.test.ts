import { beforeAll, beforeEach, expect, test } from 'vitest';
import { followUpRefunds } from '../../money/provider-events/follow-up-refunds.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { useSweepstakeDesk } from '../../testing/sweepstake-desk.ts';
import { stepRuns } from './step-runs.ts';

const { desk, bring, atProvider, receipts } = useSweepstakeDesk();

let operator: OperatorClient;
let day: string;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});
beforeEach(() => {
  day = new Date().toISOString().slice(0, 10);
});

const ask = async (name: string, fields: object) => {
  const { status, body } = await operator.ask(name, { ...fields });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

/** Pays 15 dollars for a package of 9.99. */
const overpay = async () => {
  const player = await bring();
  const { body } = await player.order('usual');
  const { depositId } = body;
  await atProvider(depositId, 'approve', { paidAmount: '15.00' });
  const [price, rest] = await receipts(depositId);
  if (price === undefined || rest === undefined) throw new Error('The receipt is not split');
  return { player, depositId: depositId as string, price, rest };
};

const settlementFile = async () => {
  const headers = { authorization: 'Bearer sandbox-api-key-of-tests' };
  const { sandbox } = desk.server;
  return (await fetch(`${sandbox.url}/v1/settlements/${day}.csv`, { headers })).text();
};

/** The differences of a deposit by the provider's file and by its answers. */
const differencesOf = async (depositId: string) => {
  const csv = await settlementFile();
  const runs = [
    await ask('reconciliation-import', { connector: 'sandbox', day, csv }),
    await ask('reconciliation-start', { connector: 'sandbox', day }),
  ];
  const found = [];
  for (const { id: runId } of runs) {
    await expect
      .poll(async () => {
        await stepRuns(desk.server.core, 0);
        return (await ask('reconciliation-show', { runId })).status;
      })
      .toBe('done');
    const { items } = await ask('reconciliation-differences', { runId, limit: 200 });
    found.push(...items.filter((it: { depositId: string }) => it.depositId === depositId));
  }
  return found;
};

const coins = { gcAmount: '100000', scAmount: '10' };

test('a payment above the price is one movement at the provider', async () => {
  const { depositId } = await overpay();
  expect(await differencesOf(depositId)).toEqual([]);
});

test('a payment that was taken back as a whole is one reversal at the provider', async () => {
  const { depositId } = await overpay();
  await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '15.00' });
  expect(await differencesOf(depositId)).toEqual([]);
});

test('the rest goes back by the provider, under the reference of the whole payment', async () => {
  const { player, depositId, rest } = await overpay();
  const { id: refundId } = await ask('refunds-create', {
    depositId,
    amount: '5.01',
    currency: 'USD',
    paymentId: rest.id,
    reason: 'paid too much',
  });
  await expect
    .poll(async () => {
      await followUpRefunds(desk.server.core);
      return (await ask('refunds-show', { refundId })).status;
    })
    .toBe('completed');
  expect((await receipts(depositId)).map(({ status }) => status)).toEqual(['credited', 'returned']);
  expect(await player.coins()).toEqual(coins);
  expect(await differencesOf(depositId)).toEqual([]);
});

test('the rest that the provider sent back is not taken from the price', async () => {
  const { player, depositId } = await overpay();
  await atProvider(depositId, 'reversals', { kind: 'refund', amount: '5.01' });
  expect((await receipts(depositId)).map(({ status }) => status)).toEqual(['credited', 'returned']);
  expect(await player.coins()).toEqual(coins);
  expect(await differencesOf(depositId)).toEqual([]);
});

test('the rest that an operator sent back is found in the provider’s report of it', async () => {
  const { player, depositId, rest } = await overpay();
  await ask('deposits-refund', {
    depositId,
    amount: '5.01',
    currency: 'USD',
    paymentId: rest.id,
    reason: 'paid too much',
  });
  await atProvider(depositId, 'reversals', { kind: 'refund', amount: '5.01' });
  expect((await receipts(depositId)).map(({ status }) => status)).toEqual(['credited', 'returned']);
  expect(await player.coins()).toEqual(coins);
});
