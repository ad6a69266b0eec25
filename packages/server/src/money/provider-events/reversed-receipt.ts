import {
  addDecimals,
  compareDecimals,
  convertMoney,
  type Decimal,
  negateDecimal,
  toCurrencyDecimals,
} from '@kassa/contract';
import { sql } from 'kysely';
import type { ProviderReversal } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { forfeitBonus } from '../bonuses/deposit-bonus.ts';
import { moveByReceipts } from '../deposits/crediting.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { isSameMoney } from '../deposits/receipts.ts';
import { recordReversal } from './reversals.ts';

/** What is taken back; an operator may know of it before the provider's id of the act is known. */
type ReversalEvent = Pick<ProviderReversal, 'reversal' | 'amount' | 'paymentReference'> & {
  providerReference: string | null;
};

/**
 * Takes back money that left the provider again: a chargeback, a refund or a reversal, each once, of
 * the receipt that it is about. The caller has locked deposit and player.
 */
export async function reversePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  act: ReversalEvent,
): Promise<Applied> {
  const receipts = await loadReceipts(tx, deposit);
  const matched = await matchEarlierEvent(tx, deposit, receipts, evidence, act);
  if (matched !== null) return { outcome: matched, changed: null };
  const chosen = chooseReceipt(receipts, act);
  if (typeof chosen === 'string') return { outcome: chosen, changed: null };
  return chosen.status === 'parked'
    ? returnParked(core, tx, deposit, chosen, evidence, act)
    : reverseCredited(core, tx, deposit, chosen, evidence, act);
}

/** Whether it was told before: under the same id, or by an operator. */
async function matchEarlierEvent(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  evidence: Evidence,
  { providerReference, ...act }: ReversalEvent,
): Promise<'duplicate' | 'conflicting' | null> {
  if (providerReference === null) return null;
  const booked = await findReversal(tx, deposit, providerReference);
  // It took parked money away before, whatever has been credited since.
  const returned = receipts.find((receipt) => receipt.returned_reference === providerReference);
  const known = booked ?? returned;
  if (known !== undefined) {
    const isSame = known.deposit_id === deposit.id && isSameMoney(known, act.amount);
    return isSame ? 'duplicate' : 'conflicting';
  }
  if (evidence.confirmedBy !== 'provider' || act.reversal !== 'refund') return null;
  return matchRefund(tx, deposit, receipts, evidence, { ...act, providerReference });
}

async function reverseCredited(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Receipt,
  evidence: Evidence,
  { reversal, amount, providerReference }: ReversalEvent,
): Promise<Applied> {
  // At the receipt's own rate, so that a whole one takes back what it gave.
  const conversion = convertMoney(amount, receipt.rate ?? '1', deposit.account_currency);
  if (compareDecimals(conversion.money.amount, '0') <= 0) {
    return { outcome: 'conflicting', changed: null };
  }
  const taken = await recordReversal(core, tx, {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    depositId: deposit.id,
    withdrawalId: null,
    paymentId: receipt.id,
    connector: deposit.connector,
    kind: reversal,
    providerReversalId: providerReference,
    taken: amount,
    conversion,
    evidence: evidence.source,
  });
  if (taken === null) return { outcome: 'conflicting', changed: null };
  const total = addDecimals(deposit.reversed_amount, conversion.money.amount);
  const changed = await moveDeposit(core, tx, deposit, 'processed', {
    reason: `${reversal} of ${amount.amount} ${amount.currency}`,
    changes: { reversed_amount: toCurrencyDecimals(total, deposit.account_currency) },
  });
  if (changed !== null) await forfeitBonus(core, tx, changed);
  return { outcome: 'reversed', changed };
}

/** Money that was parked and now left again needs nobody. */
async function returnParked(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Receipt,
  evidence: Evidence,
  { reversal, providerReference }: ReversalEvent,
): Promise<Applied> {
  await tx
    .updateTable('payments')
    .set({
      status: 'returned',
      resolved_reason: `${reversal}: ${evidence.source}`,
      returned_reference: providerReference,
      updated_at: core.now(),
    })
    .where('brand_id', '=', receipt.brand_id)
    .where('id', '=', receipt.id)
    .execute();
  const changed = await moveByReceipts(core, tx, deposit, `${reversal} of parked money`);
  return { outcome: 'reversed', changed };
}

function findReversal(tx: Tx, deposit: Deposit, providerReversalId: string) {
  return tx
    .selectFrom('reversals')
    .select(['deposit_id', 'amount', 'currency'])
    .where('brand_id', '=', deposit.brand_id)
    .where('connector', '=', deposit.connector)
    .where('provider_reversal_id', '=', providerReversalId)
    .executeTakeFirst();
}

/** A receipt, and how much of it was not taken back yet, in the currency that it arrived in. */
export type Receipt = Payment & { left: Decimal };

/** A deposit's receipts, oldest first. */
async function loadReceipts(tx: Tx, deposit: Deposit): Promise<Receipt[]> {
  const rows = await tx
    .selectFrom('payments as p')
    .selectAll('p')
    .select(
      sql<Decimal>`(select coalesce(sum(r.amount), 0) from reversals r
        where r.deposit_id = p.deposit_id and r.payment_id = p.id)`.as('taken'),
    )
    .where('p.brand_id', '=', deposit.brand_id)
    .where('p.deposit_id', '=', deposit.id)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
  return rows.map(({ taken, ...row }) => ({
    ...row,
    left: addDecimals(row.amount, negateDecimal(taken)),
  }));
}

type Taken = Pick<ProviderReversal, 'amount' | 'paymentReference'>;

/**
 * The receipt that an act takes back, credited or parked: the one that it names, else the one that
 * its amount fits. `tooEarly` where that has not arrived yet, or is just being credited;
 * `conflicting` where it can't be given back so much of it.
 */
function chooseReceipt(
  receipts: readonly Receipt[],
  act: Taken,
): Receipt | 'tooEarly' | 'conflicting' {
  if (act.paymentReference === null) return chooseByAmount(receipts, act);
  const named = receipts.find((receipt) => receipt.provider_payment_id === act.paymentReference);
  if (named === undefined || named.status === 'crediting') return 'tooEarly';
  return canGiveBack(named, act) ? named : 'conflicting';
}

function canGiveBack(receipt: Receipt, { amount: { amount, currency } }: Taken): boolean {
  if (receipt.currency !== currency) return false;
  // What is parked is given back whole or not at all: nothing was booked of which a part could be.
  if (receipt.status === 'parked') return compareDecimals(receipt.amount, amount) === 0;
  return receipt.status === 'credited' && compareDecimals(receipt.left, amount) >= 0;
}

/** What is left of the receipt fits exactly, or is enough. */
function chooseByAmount(
  receipts: readonly Receipt[],
  act: Taken,
): Receipt | 'tooEarly' | 'conflicting' {
  const possible = receipts.filter((receipt) => canGiveBack(receipt, act));
  const exact = possible.filter(({ left }) => compareDecimals(left, act.amount.amount) === 0);
  const isCredited = ({ status }: Receipt) => status === 'credited';
  const chosen = exact.find(isCredited) ?? exact[0] ?? possible[0];
  if (chosen !== undefined) return chosen;
  const ofCurrency = receipts.filter(({ currency }) => currency === act.amount.currency);
  const isAwaited = ofCurrency.some(({ status }) => status === 'crediting');
  return ofCurrency.some(isCredited) && !isAwaited ? 'conflicting' : 'tooEarly';
}

/**
 * Holds the provider's word of a refund against those that an operator told of and it has not spoken
 * of yet: of the same money it is the same refund, which has the provider's id from now on. Of other
 * money while there is one, nobody can tell; null where there is none. The caller has locked the
 * deposit.
 */
async function matchRefund(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  { source }: Evidence,
  refund: Omit<ProviderReversal, 'kind' | 'depositId'>,
): Promise<'duplicate' | 'conflicting' | null> {
  const isMeant = ({ provider_payment_id, currency }: Receipt) =>
    refund.paymentReference === null
      ? currency === refund.amount.currency
      : provider_payment_id === refund.paymentReference;
  const meant = receipts.filter(isMeant);
  const reversals = (await findUnmatched(tx, deposit)).filter((row) =>
    meant.some(({ id }) => id === row.payment_id),
  );
  const booked = reversals.find((row) => isSameMoney(row, refund.amount));
  if (booked !== undefined) {
    await tx
      .updateTable('reversals')
      .set({
        provider_reversal_id: refund.providerReference,
        confirmed_by: 'provider',
        evidence: `${booked.evidence}; then ${source}`,
      })
      .where('brand_id', '=', deposit.brand_id)
      .where('id', '=', booked.id)
      .execute();
    return 'duplicate';
  }
  // Parked money that an operator sent back was never booked: the receipt itself remembers.
  const returned = meant.filter(
    ({ status, returned_reference }) => status === 'returned' && returned_reference === null,
  );
  const sentBack = returned.find((row) => isSameMoney(row, refund.amount));
  if (sentBack !== undefined) {
    await tx
      .updateTable('payments')
      .set({ returned_reference: refund.providerReference })
      .where('brand_id', '=', sentBack.brand_id)
      .where('id', '=', sentBack.id)
      .execute();
    return 'duplicate';
  }
  return reversals.length + returned.length > 0 ? 'conflicting' : null;
}

/** What an operator told of, and the provider has not spoken of yet. */
function findUnmatched(tx: Tx, deposit: Deposit) {
  return tx
    .selectFrom('reversals')
    .select(['id', 'payment_id', 'amount', 'currency', 'evidence'])
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('confirmed_by', '=', 'operator')
    .orderBy('created_at')
    .execute();
}
