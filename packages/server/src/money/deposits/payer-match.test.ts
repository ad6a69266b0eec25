import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentInstrument } from '../../connectors/provider-event.ts';
import type { PlayerNames } from '../../players/compare-names.ts';
import { sealPlayerData } from '../../players/player-data.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { unknownDevice } from '../../testing/order-players.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { applyProviderEvent } from '../provider-events/apply-provider-event.ts';
import { clearPayer } from './payer-match.ts';
import { splitReceipt } from './split-receipt.ts';

let server: TestServer;
let operator: OperatorClient;
let token: string;

beforeAll(async () => {
  server = await startTestServer({}, { brand: { withdrawals: { thirdParty: 'refuse' } } });
  operator = await createOperator(server);
});

afterAll(() => server.stop());

beforeEach(async () => {
  token = await server.token({ playerId: uuidv7() });
});

const anna = { first: 'Anna', last: 'Schmidt' };
const card = { kind: 'card', token: 'tok_1', masked: '•••• 4242', payerName: null } as const;
const jan = { ...card, payerName: 'Jan Keller' };

/** Creates a deposit of the test's player, who was stated to have these names. */
async function begin(names: PlayerNames | null): Promise<string> {
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const { body } = await server.call('deposit-create', order, { token });
  const id: string = body.depositId;
  const { vault, db } = server.core;
  const subject = { kind: 'deposit', brandId: 'kassa', id } as const;
  const data = { ...unknownDevice, profile: null, names };
  await db
    .updateTable('deposits')
    .set({ player_data_sealed: sealPlayerData(vault, subject, data) })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Reports the deposit's receipt, as the provider does or an operator. */
const report = (
  depositId: string,
  instrument?: PaymentInstrument,
  confirmedBy: 'provider' | 'operator' = 'provider',
) =>
  server.core.db.transaction().execute((tx) =>
    applyProviderEvent(
      server.core,
      tx,
      { brandId: 'kassa', connector: 'sandbox', source: 'a test', confirmedBy },
      {
        kind: 'payment',
        providerReference: `receipt of ${depositId}`,
        depositId,
        status: 'approved',
        paid: { amount: '50', currency: 'EUR' },
        fee: null,
        ...(instrument !== undefined && { instrument }),
      },
    ),
  );

const rowOf = (depositId: string) =>
  server.core.db
    .selectFrom('payments')
    .selectAll()
    .where('deposit_id', '=', depositId)
    .executeTakeFirstOrThrow();

test.each([
  ['the player', anna, { ...card, payerName: 'SCHMIDT ANNA' }, 'same', false],
  ['somebody else', anna, jan, 'different', true],
  ['a name in another script', anna, { ...card, payerName: 'Анна Шмидт' }, 'unclear', true],
  ['nobody', anna, card, 'unnamed', false],
  ['a payer of a player without a name', null, jan, 'unknown', true],
  ['a name with markup', anna, { ...card, payerName: '<Jan> Keller' }, 'unclear', false],
  [
    'a name with a number',
    anna,
    { ...card, payerName: 'Jan 4111 1111 1111 1111' },
    'unclear',
    false,
  ],
  ['a name that is too long', anna, { ...card, payerName: 'Jan '.repeat(60) }, 'unclear', false],
] as const)('a receipt that names %s', async (_, names, instrument, match, hasDigest) => {
  const depositId = await begin(names);
  await report(depositId, instrument);
  const row = await rowOf(depositId);
  expect(row).toMatchObject({ status: 'credited', payer_match: match, payer_cleared_at: null });
  expect(row.payer_digest !== null).toBe(hasDigest);
});

test('a payer who alone is reported, and whose name is not kept, was named nevertheless', async () => {
  const depositId = await begin(anna);
  await report(depositId, { ...card, token: null, masked: null, payerName: '<Jan>' });
  expect(await rowOf(depositId)).toMatchObject({ payer_match: 'unclear', instrument_sealed: null });
});

test('a receipt without an instrument names nobody until a later report does', async () => {
  const depositId = await begin(anna);
  await report(depositId, undefined, 'operator');
  expect(await rowOf(depositId)).toMatchObject({ payer_match: null });
  await report(depositId, card);
  expect(await rowOf(depositId)).toMatchObject({ payer_match: 'unnamed' });
  await report(depositId, { ...jan, token: 'another' });
  const named = await rowOf(depositId);
  expect(named).toMatchObject({ payer_match: 'different' });
  // The card stays that of the first report.
  await report(depositId, { ...card, payerName: 'Anna Schmidt' });
  expect(await rowOf(depositId)).toEqual(named);
});

test('an operator clears a payer once, and with them the next receipt of the same', async () => {
  const [first, second, third] = [await begin(anna), await begin(anna), await begin(anna)];
  await report(first, jan);
  const show = async (depositId: string) =>
    (await operator.ask('deposits-show', { depositId })).body;
  const { payments, timeline } = await show(first);
  expect(payments).toMatchObject([{ payerMatch: 'different', payerClearedAt: null }]);
  expect(JSON.stringify(timeline)).toContain("the payer doesn't have the player's name");

  const act = { paymentId: payments[0].id, reason: 'the spouse, as they have shown' };
  const { status, body } = await operator.ask('payments-clear-payer', act);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    payment: { payerMatch: 'different', payerClearedAt: expect.any(String) },
    clearedPayments: [payments[0].id],
  });
  expect(JSON.stringify((await show(first)).timeline)).toContain('(cleared ');
  const again = await operator.ask('payments-clear-payer', act);
  expect(again.body.error.code).toBe('act.impossible');

  await report(second, jan);
  expect((await rowOf(second)).payer_cleared_at).not.toBeNull();
  await report(third, { ...jan, token: 'another card' });
  expect((await rowOf(third)).payer_cleared_at).toBeNull();
  const acts = await operator.ask('acts-list', { action: 'payments-clear-payer' });
  expect(acts.body.items).toMatchObject([
    { outcome: 'refused', errorCode: 'act.impossible' },
    { outcome: 'done', reason: act.reason },
  ]);
});

test('a payer who matches is not to be cleared', async () => {
  const depositId = await begin(anna);
  await report(depositId, { ...card, payerName: 'Anna Schmidt' });
  const { id: paymentId } = await rowOf(depositId);
  const { status, body } = await operator.ask('payments-clear-payer', {
    paymentId,
    reason: 'none',
  });
  expect([status, body.error.code]).toEqual([409, 'act.impossible']);
});

test('the parts of a receipt have its payer, and are cleared with it', async () => {
  const depositId = await begin(anna);
  await report(depositId, jan);
  const receipt = await rowOf(depositId);
  await server.core.db.transaction().execute(async (tx) => {
    const { rest } = await splitReceipt(server.core, tx, receipt, '1');
    expect(rest).toMatchObject({ payer_match: 'different', payer_cleared_at: null });
    const { player_id: playerId } = await tx
      .selectFrom('deposits')
      .select('player_id')
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
    for (const [part, cleared] of [
      [rest, [receipt.id, rest.id].sort()],
      [receipt, []],
    ] as const) {
      expect(await clearPayer(server.core, tx, part, playerId)).toEqual(cleared);
    }
  });
});
