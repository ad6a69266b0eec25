import {
  CallError,
  compareDecimals,
  convertMoney,
  type Decimal,
  type Money,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { type Crediting, creditPayment, followPayments } from '../../money/deposits/crediting.ts';
import { canMove, isOpen } from '../../money/deposits/deposit.machine.ts';
import { moveDeposit } from '../../money/deposits/move-deposit.ts';
import { planCrediting, receivePayment } from '../../money/deposits/receipts.ts';
import { reversePayment } from '../../money/provider-events/reversed-receipt.ts';
import { lockPlayer } from '../../players/player-row.ts';
import type { Applied } from '../../providers/evidence.ts';

/*
 * What an operator may do to a deposit. Each runs in the caller's transaction, beside the log of who
 * did it and why, and returns the deposit as it is then, to be published after the commit. All throw
 * CallErrors: deposit.notFound, and deposit.notOpen where the act no longer fits.
 */

interface Act {
  brandId: string;
  depositId: string;
  /** Who, for the history: a key's name. */
  actor: string;
  reason: string;
}

/**
 * The operator has seen the money: it is credited as a provider's word would credit it. Where the
 * provider speaks of the same amount later, that is the same receipt. A further receipt of a deposit
 * that has money can only be confirmed by the provider's id of it.
 */
export async function confirmDeposit(
  core: Core,
  tx: Tx,
  act: Act & {
    money: Money /** The provider's id of the receipt, if it has one. */;
    providerReference?: string;
  },
): Promise<Deposit> {
  const deposit = await lockDeposit(tx, act);
  if (compareDecimals(act.money.amount, '0') <= 0) {
    throw new CallError('amount.invalid', 'Nothing can be credited for nothing.');
  }
  // Without the provider's own id nothing would tell a second confirmation from a second receipt.
  if (act.providerReference === undefined && (await hasMoney(tx, deposit))) throw notOpen(deposit);
  const evidence = {
    brandId: act.brandId,
    connector: deposit.connector,
    source: `operator ${act.actor}: ${act.reason}`,
    // With the provider's own id the two words meet by it; without, by the amount.
    confirmedBy:
      act.providerReference === undefined ? ('operator' as const) : ('provider' as const),
  };
  const applied = await receivePayment(core, tx, deposit, evidence, {
    providerReference: act.providerReference ?? `operator ${uuidv7()}`,
    paid: act.money,
    fee: null,
  });
  return requireEffect(deposit, applied);
}

/** The operator knows that no money will come. Money that comes all the same is still credited. */
export async function declineDeposit(core: Core, tx: Tx, act: Act): Promise<Deposit> {
  const deposit = await lockDeposit(tx, act);
  if (!isOpen(deposit.status) || !canMove(deposit.status, 'declined')) throw notOpen(deposit);
  const moved = await moveDeposit(core, tx, deposit, 'declined', {
    reason: `operator ${act.actor}: ${act.reason}`,
    // However long it was open: its provider is asked until there is an answer.
    changes: { next_check_at: core.now() },
  });
  return moved ?? deposit;
}

/**
 * The operator gave the player's money back outside of Kassa: the ledger follows, as with a refund
 * that the provider tells of. `money` is in the currency that arrived; `paymentId` names the receipt,
 * where the amount alone doesn't tell. Where the provider speaks of the same refund later, that is
 * this one.
 */
export async function refundDeposit(
  core: Core,
  tx: Tx,
  act: Act & { money: Money; paymentId?: string; providerReference?: string },
): Promise<Deposit> {
  const deposit = await lockDeposit(tx, act);
  const { paymentId } = act;
  const evidence = {
    brandId: act.brandId,
    connector: deposit.connector,
    source: `operator ${act.actor}: ${act.reason}`,
    confirmedBy: 'operator' as const,
  };
  const applied = await reversePayment(core, tx, deposit, evidence, {
    reversal: 'refund',
    providerReference: act.providerReference ?? null,
    paymentReference:
      paymentId === undefined ? null : await findPaymentReference(tx, deposit, paymentId),
    amount: act.money,
  });
  return requireEffect(deposit, applied);
}

/** What is to become of parked money. */
export type Resolution =
  /** The player gets it; at this rate where there was none. */
  | { kind: 'credit'; rate?: Decimal }
  /** It was given back to whoever paid it. */
  | { kind: 'return' };

/** Decides what becomes of a parked receipt. */
export async function resolveParkedPayment(
  core: Core,
  tx: Tx,
  act: Omit<Act, 'depositId'> & { paymentId: string; resolution: Resolution },
): Promise<Deposit> {
  const { payment, deposit } = await lockParked(tx, act);
  const reason = `operator ${act.actor}: ${act.reason}`;
  if (act.resolution.kind === 'return') {
    await tx
      .updateTable('payments')
      .set({ status: 'returned', resolved_reason: reason, updated_at: core.now() })
      .where('brand_id', '=', payment.brand_id)
      .where('id', '=', payment.id)
      .execute();
    return followPayments(core, tx, deposit, reason);
  }
  const { rate } = act.resolution;
  const paid = { amount: payment.amount, currency: payment.currency };
  const plan =
    rate === undefined
      ? await planCrediting(core, deposit, paid)
      : planAtRate(deposit, paid, rate, reason);
  if (typeof plan === 'string') {
    throw new CallError('amount.invalid', `The payment can't be credited: it ${plan}.`);
  }
  await tx
    .updateTable('payments')
    .set({ resolved_reason: reason })
    .where('brand_id', '=', payment.brand_id)
    .where('id', '=', payment.id)
    .execute();
  return creditPayment(core, tx, deposit, payment, plan);
}

/** Credits at the operator's rate; money of the account's own currency has none. */
function planAtRate(
  { account_currency: currency }: Deposit,
  paid: Money,
  rate: Decimal,
  rateSource: string,
): Crediting | string {
  if (paid.currency === currency && compareDecimals(rate, '1') !== 0) {
    return `is in ${currency}, as the account is, and takes no rate`;
  }
  const conversion = convertMoney(paid, rate, currency);
  if (compareDecimals(conversion.money.amount, '0') <= 0) return 'comes to nothing at this rate';
  return { conversion, rate, rateSource };
}

async function lockParked(
  tx: Tx,
  { brandId, paymentId }: { brandId: string; paymentId: string },
): Promise<{ payment: Payment; deposit: Deposit }> {
  const find = () =>
    tx
      .selectFrom('payments')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('id', '=', paymentId);
  const found = isUuid(paymentId) ? await find().executeTakeFirst() : undefined;
  if (found === undefined) throw new CallError('deposit.notFound', 'There is no such payment.');
  const deposit = await lockDeposit(tx, { brandId, depositId: found.deposit_id });
  // Read again under the deposit's lock: whoever was faster has decided.
  const payment = await find().executeTakeFirstOrThrow();
  if (payment.status !== 'parked') throw notOpen(deposit);
  return { payment, deposit };
}

async function lockDeposit(
  tx: Tx,
  { brandId, depositId }: Pick<Act, 'brandId' | 'depositId'>,
): Promise<Deposit> {
  const deposit = isUuid(depositId)
    ? await tx
        .selectFrom('deposits')
        .selectAll()
        .where('brand_id', '=', brandId)
        .where('id', '=', depositId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (deposit === undefined) throw new CallError('deposit.notFound', 'There is no such deposit.');
  await lockPlayer(tx, { brandId, playerId: deposit.player_id });
  return deposit;
}

/** The provider's id of a receipt of this deposit. */
async function findPaymentReference(tx: Tx, deposit: Deposit, paymentId: string): Promise<string> {
  const payment = isUuid(paymentId)
    ? await tx
        .selectFrom('payments')
        .select('provider_payment_id')
        .where('brand_id', '=', deposit.brand_id)
        .where('deposit_id', '=', deposit.id)
        .where('id', '=', paymentId)
        .executeTakeFirst()
    : undefined;
  if (payment === undefined) {
    throw new CallError('deposit.notFound', 'The deposit has no such payment.');
  }
  return payment.provider_payment_id;
}

async function hasMoney(tx: Tx, deposit: Deposit): Promise<boolean> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .executeTakeFirst();
  return payment !== undefined;
}

/** An operator's word that changed nothing must not look as if it had. */
function requireEffect(deposit: Deposit, { outcome, changed }: Applied): Deposit {
  if (changed !== null && !('hold_id' in changed)) return changed;
  const message = `This changes nothing (${outcome}): look at what the deposit has already.`;
  throw new CallError('deposit.notOpen', message, { outcome }, deposit.reference);
}

function notOpen(deposit: Deposit): CallError {
  const message = `The deposit is ${deposit.status}, and this no longer fits.`;
  return new CallError('deposit.notOpen', message, {}, deposit.reference);
}
