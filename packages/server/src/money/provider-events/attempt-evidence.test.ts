import { describe, expect, test } from 'vitest';
import type { DepositRef } from '../../connectors/connector.ts';
import type { ProviderPayment, ProviderReversal } from '../../connectors/provider-event.ts';
import { stepRuns } from '../../operator/reconciliation/step-runs.ts';
import { refuse, useRoutedDesk } from '../../testing/routed-deposits.ts';
import { followUpDeposits } from './follow-up-deposits.ts';

const { desk, attemptsOf, create, notify, paymentsOf, rowOf } = useRoutedDesk();

/** Creates a deposit that the first account refused and the second has under way. */
async function begin() {
  desk.accounts.north.answer = () => refuse('unavailable');
  const { depositId, owner } = await create();
  expect(await rowOf(depositId)).toMatchObject({ connector: 'south', status: 'awaitingPlayer' });
  return { depositId, owner };
}

const payment = (
  depositId: string,
  status: ProviderPayment['status'],
  part: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  kind: 'payment',
  providerReference: `money ${depositId}`,
  depositId,
  status,
  paid: status === 'approved' ? { amount: '50', currency: 'EUR' } : null,
  fee: null,
  ...part,
});

const chargeback = (depositId: string, part: Partial<ProviderReversal> = {}): ProviderReversal => ({
  kind: 'reversal',
  providerReference: `chargeback ${depositId}`,
  depositId,
  paymentReference: `money ${depositId}`,
  reversal: 'chargeback',
  amount: { amount: '50', currency: 'EUR' },
  ...part,
});

/** The sum of a deposit's entries in the house accounts of a provider account. */
const bookedAt = async (depositId: string, account: string, kind: 'clearing' | 'fees') => {
  const rows = await desk.server.core.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
    .select('e.amount')
    .where('t.deposit_id', '=', depositId)
    .where('a.kind', '=', kind)
    .where('a.owner', '=', account)
    .execute();
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
};

describe('money at the account under way', () => {
  test('is credited there', async () => {
    const { depositId } = await begin();
    expect(await notify('south', payment(depositId, 'approved'))).toBe('credited');
    expect(await bookedAt(depositId, 'south', 'clearing')).toBe(-50);
    expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'failed' }, { outcome: 'paid' }]);
    expect(desk.accounts.south.canceled).toEqual([]);
  });
});

describe('money at an account that was said to have done nothing', () => {
  test('is credited and booked there, and the open payment is canceled at the other', async () => {
    const { depositId } = await begin();
    const fee = { amount: '1', currency: 'EUR' };
    expect(await notify('north', payment(depositId, 'approved', { fee }))).toBe('credited');
    expect(await rowOf(depositId)).toMatchObject({ status: 'processed', connector: 'south' });
    expect(await paymentsOf(depositId)).toMatchObject([{ connector: 'north', status: 'credited' }]);
    expect(await bookedAt(depositId, 'north', 'clearing')).toBe(-49);
    expect(await bookedAt(depositId, 'north', 'fees')).toBe(-1);
    expect(await bookedAt(depositId, 'south', 'clearing')).toBe(0);
    expect(desk.accounts.south.canceled).toEqual([depositId]);
    expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'paid' }, { outcome: 'unpaid' }]);
    // The cancellation was asked for.
    expect(await notify('south', payment(depositId, 'canceled'))).toBe('unchanged');
    expect(await notify('north', payment(depositId, 'declined'))).toBe('contradicting');
  });

  test('that comes before the other account has answered cancels the payment there', async () => {
    desk.accounts.north.answer = () => refuse('unavailable');
    const accept = desk.accounts.south.answer;
    desk.accounts.south.answer = async (order) => {
      await notify('north', payment(order.depositId, 'approved'));
      desk.accounts.south.canceled = [];
      return accept(order);
    };
    const { depositId, body } = await create();
    expect(body.apiResponse.source).toBeNull();
    expect(desk.accounts.south.canceled).toEqual([depositId]);
  });

  test('and then at the other, under the same reference, is parked as a second payment', async () => {
    const { depositId } = await begin();
    await notify(
      'north',
      payment(depositId, 'approved', { paid: { amount: '10', currency: 'EUR' } }),
    );
    // The ceiling would leave 45 EUR.
    const rest = { paid: { amount: '20', currency: 'EUR' } };
    expect(await notify('south', payment(depositId, 'approved', rest))).toBe('parked');
    expect(await paymentsOf(depositId)).toMatchObject([
      { connector: 'north', status: 'credited' },
      {
        connector: 'south',
        status: 'parked',
        parked_code: 'otherAttempt',
        parked_reason: 'arrived at south, and 10 EUR at north are credited',
      },
    ]);
    expect(await attemptsOf(depositId)).toMatchObject([
      { outcome: 'paid' },
      { outcome: 'secondPayment' },
    ]);
    // A repeated report is the same receipt.
    expect(await notify('south', payment(depositId, 'approved', rest))).toBe('duplicate');
    expect((await rowOf(depositId)).credited_amount).toBe('10.00');
  });

  test('is parked as a second payment if the payer decides the amount, too', async () => {
    const { depositId } = await begin();
    const open = { is_amount_open: true };
    const { db } = desk.server.core;
    await db.updateTable('deposits').set(open).where('id', '=', depositId).execute();
    await notify('south', payment(depositId, 'approved'));
    const again = { providerReference: `more ${depositId}` };
    expect(await notify('south', payment(depositId, 'approved', again))).toBe('credited');
    expect(await notify('north', payment(depositId, 'approved'))).toBe('parked');
    expect(await paymentsOf(depositId)).toMatchObject([{}, {}, { parked_code: 'otherAttempt' }]);
    expect(desk.accounts.south.canceled).toEqual([]);
  });

  test('is charged back there: not from the receipt of the same reference at the other', async () => {
    const { depositId } = await begin();
    await notify('south', payment(depositId, 'approved'));
    await notify('north', payment(depositId, 'approved'));
    const [credited, parked] = await paymentsOf(depositId);
    expect(await notify('north', chargeback(depositId))).toBe('reversed');
    expect(await paymentsOf(depositId)).toMatchObject([
      { id: credited?.id, status: 'credited' },
      { id: parked?.id, status: 'returned' },
    ]);
    // The same id at the other account is another chargeback.
    expect(await notify('south', chargeback(depositId))).toBe('reversed');
    const reversals = await desk.server.core.db
      .selectFrom('reversals')
      .select(['connector', 'payment_id'])
      .where('deposit_id', '=', depositId)
      .execute();
    expect(reversals).toEqual([{ connector: 'south', payment_id: credited?.id }]);
    expect(await bookedAt(depositId, 'south', 'clearing')).toBe(0);
  });

  test('was refunded there: a record of it with its reference returns no other money', async () => {
    const { depositId } = await begin();
    await notify('north', payment(depositId, 'approved'));
    await notify('south', payment(depositId, 'approved'));
    await notify('north', chargeback(depositId, { reversal: 'refund' }));
    const refund = { depositId, amount: '50', currency: 'EUR', reason: 'a test' };
    const providerReference = `chargeback ${depositId}`;
    const { status, body } = await desk.operator.ask('deposits-refund', {
      ...refund,
      providerReference,
    });
    expect({ status, code: body.error?.code }).toEqual({ status: 409, code: 'deposit.notOpen' });
    expect(await paymentsOf(depositId)).toMatchObject([
      { connector: 'north', status: 'credited' },
      { connector: 'south', status: 'parked' },
    ]);
  });

  test('is refunded from that account', async () => {
    const { depositId } = await begin();
    await notify('north', payment(depositId, 'approved'));
    const [paid] = await paymentsOf(depositId);
    const refund = { depositId, paymentId: paid?.id, amount: '50', currency: 'EUR' };
    const { status } = await desk.operator.ask('deposits-refund', { ...refund, reason: 'a test' });
    expect(status).toBe(200);
    expect(await bookedAt(depositId, 'north', 'clearing')).toBe(0);
    expect(await bookedAt(depositId, 'south', 'clearing')).toBe(0);
  });
});

describe('the follow-up of a deposit whose money is at another account', () => {
  const hourMs = 3600_000;
  const followUp = (hours: number) =>
    desk.server.later(hours * hourMs, () => followUpDeposits(desk.server.core));

  test('asks that account, too, and finds a chargeback that was never notified', async () => {
    const { depositId } = await begin();
    await notify('north', payment(depositId, 'approved'));
    const { north, south, west } = desk.accounts;
    north.events = [payment(depositId, 'approved'), chargeback(depositId)];
    north.asked = [];
    south.asked = [];
    await followUp(1);
    const askedOf = ({ asked }: { asked: DepositRef[] }) =>
      asked.filter((ref) => ref.depositId === depositId);
    expect(askedOf(north)).toEqual([{ depositId, providerReference: null }]);
    const providerReference = `payment ${depositId}-2`;
    expect(askedOf(south)).toEqual([{ depositId, providerReference }]);
    expect(askedOf(west)).toEqual([]);
    expect((await rowOf(depositId)).reversed_amount).toBe('50.00');
    expect(await bookedAt(depositId, 'north', 'clearing')).toBe(0);
  });

  test('does not end without a response of each', async () => {
    const { depositId } = await begin();
    await notify('north', payment(depositId, 'approved'));
    const { north } = desk.accounts;
    north.events = refuse('unavailable');
    await followUp(100);
    expect((await rowOf(depositId)).next_check_at).not.toBeNull();
    north.events = [chargeback(depositId)];
    await followUp(200);
    expect(await rowOf(depositId)).toMatchObject({ next_check_at: null, reversed_amount: '50.00' });
  });

  test('asks one account once if the money is there', async () => {
    const { depositId } = await begin();
    await notify('south', payment(depositId, 'approved'));
    await followUp(1);
    const { north, south } = desk.accounts;
    const isThis = (ref: DepositRef) => ref.depositId === depositId;
    expect(north.asked.filter(isThis)).toEqual([]);
    expect(south.asked.filter(isThis)).toHaveLength(1);
  });
});

describe('the paid attempt', () => {
  test('is the one whose money is credited, also if other money came before', async () => {
    const { depositId } = await begin();
    const foreign = { paid: { amount: '50', currency: 'CHF' } };
    expect(await notify('north', payment(depositId, 'approved', foreign))).toBe('parked');
    expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'paid' }, { outcome: 'unpaid' }]);
    expect(await notify('south', payment(depositId, 'approved'))).toBe('credited');
    const outcomes = [{ outcome: 'secondPayment' }, { outcome: 'paid' }];
    expect(await attemptsOf(depositId)).toMatchObject(outcomes);
    // It stays so if an operator credits the other one, too.
    const [parked] = await paymentsOf(depositId);
    const resolved = await desk.operator.ask('payments-resolve', {
      paymentId: parked?.id,
      resolution: 'credit',
      rate: '1',
      reason: 'a test',
    });
    expect(resolved.status).toBe(200);
    expect(await attemptsOf(depositId)).toMatchObject(outcomes);
  });
});

describe('money that an operator has seen', () => {
  const confirm = (depositId: string, part: object) =>
    desk.operator.ask('deposits-confirm', {
      depositId,
      amount: '50',
      currency: 'EUR',
      reason: 'a test',
      ...part,
    });

  test('at an account is the same money that this account reports', async () => {
    const { depositId } = await begin();
    expect((await confirm(depositId, { account: 'north' })).status).toBe(200);
    expect(await notify('north', payment(depositId, 'approved'))).toBe('duplicate');
    expect(await paymentsOf(depositId)).toMatchObject([{ connector: 'north', status: 'credited' }]);
  });

  test('may be what another account reports, which is parked', async () => {
    const { depositId } = await begin();
    await confirm(depositId, {});
    expect(await notify('north', payment(depositId, 'approved'))).toBe('parked');
    expect(await paymentsOf(depositId)).toMatchObject([
      { connector: 'south', status: 'credited' },
      { connector: 'north', parked_code: 'maybeKnown' },
    ]);
  });

  test('at an account cancels the payment that is open at the other', async () => {
    const { depositId } = await begin();
    const { status } = await confirm(depositId, { account: 'north' });
    expect(status).toBe(200);
    await expect.poll(() => desk.accounts.south.canceled).toEqual([depositId]);
    const { depositId: another } = await begin();
    await confirm(another, { account: 'south' });
    expect(desk.accounts.south.canceled).toEqual([depositId]);
  });

  test('must be at an account that the deposit was tried at', async () => {
    const { depositId } = await begin();
    const { status, body } = await confirm(depositId, { account: 'west' });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'request.invalid' });
  });
});

describe('an end at an account', () => {
  test.each(['declined', 'canceled', 'pending'] as const)(
    'that is not under way, %s, changes nothing',
    async (status) => {
      const { depositId } = await begin();
      expect(await notify('north', payment(depositId, status))).toBe('unchanged');
      expect(await rowOf(depositId)).toMatchObject({ status: 'awaitingPlayer' });
      expect(await attemptsOf(depositId)).toMatchObject([{ outcome: 'failed' }, { outcome: null }]);
    },
  );

  test('under way ends the deposit', async () => {
    const { depositId } = await begin();
    expect(await notify('south', payment(depositId, 'declined'))).toBe('ended');
    expect(await attemptsOf(depositId)).toMatchObject([{}, { outcome: 'declined' }]);
  });
});

test('an account that a deposit was never tried at has no evidence of it', async () => {
  const { depositId } = await begin();
  expect(await notify('west', payment(depositId, 'approved'))).toBe('unknownSubject');
});

test('a reconciliation with an account asks it for the deposits that were tried there', async () => {
  const { depositId } = await begin();
  const { north, south } = desk.accounts;
  north.events = [payment(depositId, 'approved')];
  const day = (await rowOf(depositId)).created_at.toISOString().slice(0, 10);
  const start = { connector: 'north', day };
  const { id: runId } = (await desk.operator.ask('reconciliation-start', start)).body;
  const show = async () => (await desk.operator.ask('reconciliation-show', { runId })).body;
  await expect
    .poll(async () => {
      await stepRuns(desk.server.core, 0);
      return (await show()).status;
    })
    .toBe('done');
  // The reference of the deposit is that of its other account.
  expect(north.asked).toContainEqual({ depositId, providerReference: null });
  expect(south.asked).toEqual([]);
  expect((await show()).byKind).toMatchObject({ missingHere: expect.any(Number) });
});
