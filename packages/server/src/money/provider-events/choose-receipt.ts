import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { ProviderReversal } from '../../connectors/connector.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';

/** A receipt, and how much of it was not taken back yet, in the currency that it arrived in. */
export type Receipt = Payment & { left: Decimal };

/** A deposit's receipts, oldest first. */
export async function loadReceipts(tx: Tx, deposit: Deposit): Promise<Receipt[]> {
  const rows = await tx
    .selectFrom('payments as p')
    .selectAll('p')
    .select(
      sql<Decimal>`(select coalesce(sum(r.amount), 0) from reversals r
        where r.brand_id = p.brand_id and r.payment_id = p.id)`.as('taken'),
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
export function chooseReceipt(
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
