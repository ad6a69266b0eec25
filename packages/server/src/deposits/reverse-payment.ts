import {
  addDecimals,
  type Conversion,
  compareDecimals,
  convertMoney,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { ProviderReversal } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { takeBack } from '../ledger/take-back.ts';
import type { Applied, Evidence } from './evidence.ts';
import { type Deposit, moveDeposit } from './move-deposit.ts';
import { followPayments, type Payment } from './settle-payment.ts';

/**
 * Takes back money that left the provider again: a chargeback, a refund or a reversal, each once.
 * The caller has locked deposit and player.
 */
export async function reversePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  reversal: ProviderReversal,
): Promise<Applied> {
  const known = await findReversal(tx, deposit, reversal.providerReference);
  if (known !== undefined) {
    const isSame =
      known.deposit_id === deposit.id &&
      known.currency === reversal.amount.currency &&
      compareDecimals(known.amount, reversal.amount.amount) === 0;
    return { outcome: isSame ? 'duplicate' : 'conflicting', changed: null };
  }
  const payments = await findPayments(tx, deposit, reversal.amount.currency);
  // It took parked money away before, whatever has been credited since.
  const isReturned = payments.some((payment) => payment.resolved_reason === nameOf(reversal));
  if (isReturned) return { outcome: 'duplicate', changed: null };
  const credited = payments.find(({ status }) => status === 'credited');
  if (credited === undefined) return reverseUncredited(core, tx, deposit, reversal, payments);
  const conversion = convert(deposit, credited, reversal);
  const total = addDecimals(deposit.reversed_amount, conversion.money.amount);
  const isPossible =
    compareDecimals(conversion.money.amount, '0') > 0 &&
    compareDecimals(total, deposit.credited_amount) <= 0;
  if (!isPossible) return { outcome: 'conflicting', changed: null };
  const taken = await takeBack(core, tx, {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    depositId: deposit.id,
    withdrawalId: null,
    connector: deposit.connector,
    kind: reversal.reversal,
    providerReversalId: reversal.providerReference,
    taken: reversal.amount,
    conversion,
    evidence: evidence.source,
  });
  if (taken === null) return { outcome: 'conflicting', changed: null };
  const changed = await moveDeposit(core, tx, deposit, 'processed', {
    reason: `${reversal.reversal} of ${reversal.amount.amount} ${reversal.amount.currency}`,
    changes: { reversed_amount: toCurrencyDecimals(total, deposit.account_currency) },
  });
  return { outcome: 'reversed', changed };
}

/** At the rate of the receipt that it takes back, so that a whole one takes back what was given. */
function convert(deposit: Deposit, credited: Payment, { amount }: ProviderReversal): Conversion {
  return convertMoney(amount, credited.rate ?? '1', deposit.account_currency);
}

/** By which a payment remembers the act that took it away. */
const nameOf = ({ reversal, providerReference }: ProviderReversal) =>
  `${reversal} ${providerReference}`;

/** Money that was parked and now left again needs nobody; what was never here may still arrive. */
async function reverseUncredited(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  reversal: ProviderReversal,
  payments: Payment[],
): Promise<Applied> {
  const { amount } = reversal;
  const parked = payments.find(
    (payment) =>
      payment.status === 'parked' && compareDecimals(payment.amount, amount.amount) === 0,
  );
  if (parked === undefined) return { outcome: 'tooEarly', changed: null };
  await tx
    .updateTable('payments')
    .set({ status: 'returned', resolved_reason: nameOf(reversal), updated_at: core.now() })
    .where('brand_id', '=', parked.brand_id)
    .where('id', '=', parked.id)
    .execute();
  const changed = await followPayments(core, tx, deposit, `${reversal.reversal} of parked money`);
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

/** The deposit's receipts in this currency, oldest first. */
function findPayments(tx: Tx, deposit: Deposit, currency: string): Promise<Payment[]> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('currency', '=', currency)
    .orderBy('created_at')
    .execute();
}
