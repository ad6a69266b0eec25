import {
  addDecimals,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  type Money,
  negateDecimal,
  toCurrencyDecimals,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderPayment } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { canMove } from './deposit.machine.ts';
import { type Deposit, moveDeposit } from './move-deposit.ts';

/**
 * What a provider's word led to. `duplicate`: the same payment again, as it was. `conflicting`: the
 * same payment with another amount or for another deposit, or approved with nothing paid.
 * `contradicting`: an end of what was already paid. Both are for a person to resolve.
 */
export interface Applied {
  outcome:
    | 'credited'
    | 'parked'
    | 'ended'
    | 'unchanged'
    | 'duplicate'
    | 'conflicting'
    | 'contradicting'
    | 'unknownDeposit';
  /** The deposit, to be published after the commit. */
  changed: Deposit | null;
}

export interface Evidence {
  brandId: string;
  connector: string;
  /** How we came to know: a notification's id, or that we asked. */
  source: string;
  payment: ProviderPayment;
}

/**
 * Applies what a provider says of a payment to its deposit, in the caller's transaction. Safe for
 * words that come twice, late or out of order: money is taken once per provider payment, and only
 * money moves a deposit that has ended.
 */
export async function applyProviderPayment(
  core: Core,
  tx: Tx,
  evidence: Evidence,
): Promise<Applied> {
  const { brandId, connector, payment } = evidence;
  const deposit = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('connector', '=', connector)
    .where('id', '=', payment.depositId)
    .forUpdate()
    .executeTakeFirst();
  if (deposit === undefined) return { outcome: 'unknownDeposit', changed: null };
  switch (payment.status) {
    case 'approved':
      return payment.paid === null || compareDecimals(payment.paid.amount, '0') <= 0
        ? { outcome: 'conflicting', changed: null }
        : receive(core, tx, deposit, evidence, payment.paid);
    case 'declined':
    case 'canceled':
      return end(core, tx, deposit, payment.status);
    case 'pending':
      return { outcome: 'unchanged', changed: null };
  }
}

/** Records what arrived, once, and credits it; what can't be credited is parked with its reason. */
async function receive(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  paid: Money,
): Promise<Applied> {
  const amount = floorToCurrency(paid.amount, deposit.currency);
  const parkedReason = findObstacle(paid, deposit.currency, amount);
  const receipt = await tx
    .insertInto('payments')
    .values({
      id: uuidv7(),
      brand_id: deposit.brand_id,
      deposit_id: deposit.id,
      connector: deposit.connector,
      provider_payment_id: evidence.payment.providerReference,
      amount: paid.amount,
      currency: paid.currency,
      evidence: evidence.source,
      ...(parkedReason === null
        ? {
            status: 'credited' as const,
            processed_amount: amount,
            processed_currency: deposit.currency,
            rounding: addDecimals(paid.amount, negateDecimal(amount)),
            rate: '1',
            rate_source: 'same currency',
          }
        : { status: 'parked' as const, parked_reason: parkedReason }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (receipt === undefined) return compareToReceipt(tx, deposit, evidence, paid);
  return parkedReason === null
    ? credit(core, tx, deposit, receipt.id, { amount, currency: deposit.currency })
    : park(core, tx, deposit, parkedReason);
}

/** More than this no one pays; it is a unit mistaken for another, or an attack. */
const largestAmount = '1000000000000000';

/** Why money that arrived can't be credited by itself, or null. */
function findObstacle(paid: Money, currency: string, floored: Decimal): string | null {
  if (paid.currency !== currency) return `arrived in ${paid.currency}, and there is no rate`;
  if (compareDecimals(floored, '0') <= 0) return 'is less than the smallest unit of the currency';
  if (compareDecimals(floored, largestAmount) > 0) return 'is more than can be believed';
  return null;
}

/** The provider named this payment before: did it say the same? */
async function compareToReceipt(
  tx: Tx,
  deposit: Deposit,
  { payment }: Evidence,
  paid: Money,
): Promise<Applied> {
  const known = await tx
    .selectFrom('payments')
    .select(['deposit_id', 'amount', 'currency'])
    .where('brand_id', '=', deposit.brand_id)
    .where('connector', '=', deposit.connector)
    .where('provider_payment_id', '=', payment.providerReference)
    .executeTakeFirstOrThrow();
  const isSame =
    known.deposit_id === deposit.id &&
    known.currency === paid.currency &&
    compareDecimals(known.amount, paid.amount) === 0;
  return { outcome: isSame ? 'duplicate' : 'conflicting', changed: null };
}

async function credit(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  transferId: string,
  money: Money,
): Promise<Applied> {
  await core.wallet.credit(tx, {
    transferId,
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    depositId: deposit.id,
    connector: deposit.connector,
    money,
  });
  const changed = await moveDeposit(tx, deposit, 'processed', {
    reason: 'the provider has the money',
    now: core.now(),
    changes: {
      credited_amount: toCurrencyDecimals(
        addDecimals(deposit.credited_amount, money.amount),
        money.currency,
      ),
      next_check_at: null,
    },
  });
  return { outcome: 'credited', changed };
}

async function park(core: Core, tx: Tx, deposit: Deposit, reason: string): Promise<Applied> {
  core.log.warn({ depositId: deposit.id, reason }, 'a payment is parked');
  const changed = canMove(deposit.status, 'parked')
    ? await moveDeposit(tx, deposit, 'parked', {
        reason,
        now: core.now(),
        changes: { next_check_at: null },
      })
    : null;
  return { outcome: 'parked', changed };
}

async function end(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  to: 'declined' | 'canceled',
): Promise<Applied> {
  if (!canMove(deposit.status, to)) {
    const isPaid = deposit.status === 'processed' || deposit.status === 'parked';
    return { outcome: isPaid ? 'contradicting' : 'unchanged', changed: null };
  }
  const changed = await moveDeposit(tx, deposit, to, {
    reason: `the provider says it was ${to}`,
    now: core.now(),
    changes: { next_check_at: null },
  });
  return { outcome: 'ended', changed };
}
