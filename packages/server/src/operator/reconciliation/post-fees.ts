import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import { sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import { bookFee } from '../../money/ledger/fees.ts';
import type { OurMovement } from './differences.ts';
import type { Run } from './find-run.ts';
import { loadPayouts, loadReceipts } from './load-movements.ts';

export interface PostedFees {
  count: number;
  /** What was booked in all, by currency; negative where less is kept than was booked before. */
  totals: Record<string, Decimal>;
}

/**
 * Books the fees that a run found to differ, so that the ledger has what the provider says. What was
 * booked meanwhile is not booked again.
 */
export async function postFees(tx: Tx, run: Run, reason: string): Promise<PostedFees> {
  const differing = await tx
    .selectFrom('reconciliation_differences')
    .select(['deposit_id', 'payment_id', 'withdrawal_id', 'theirs'])
    .where('brand_id', '=', run.brand_id)
    .where('run_id', '=', run.id)
    .where('kind', '=', 'feeDiffers')
    // In one order, as two acts may book at once.
    .orderBy('deposit_id')
    .orderBy('withdrawal_id')
    .orderBy('id')
    .execute();
  const posted: PostedFees = { count: 0, totals: {} };
  for (const difference of differing) {
    const movement = await lockMovement(tx, run, difference);
    const fee = readMoney(difference.theirs);
    if (movement?.fees == null || fee === null) continue;
    for (const { amount, currency } of listCorrections(movement.fees, fee)) {
      const { depositId, paymentId, withdrawalId } = movement;
      await bookFee(tx, {
        brandId: run.brand_id,
        connector: run.connector,
        runId: run.id,
        ...(depositId !== null && paymentId !== null && { deposit: { id: depositId, paymentId } }),
        ...(withdrawalId !== null && { withdrawalId }),
        money: { amount, currency },
        reason,
      });
      posted.count += 1;
      posted.totals[currency] = addDecimals(posted.totals[currency] ?? '0', amount);
    }
  }
  return posted;
}

/** The deposit's or withdrawal's lock keeps two acts from booking the same fee. */
async function lockMovement(
  tx: Tx,
  run: Run,
  found: { deposit_id: string | null; payment_id: string | null; withdrawal_id: string | null },
): Promise<OurMovement | undefined> {
  const isDeposit = found.deposit_id !== null;
  await tx
    .selectFrom(isDeposit ? 'deposits' : 'withdrawals')
    .select('id')
    .where('brand_id', '=', run.brand_id)
    .where('id', '=', found.deposit_id ?? found.withdrawal_id)
    .forNoKeyUpdate()
    .execute();
  const ref = { brandId: run.brand_id, connector: run.connector };
  const movements = isDeposit
    ? await loadReceipts(tx, ref, sql`t.id = ${found.payment_id}`)
    : await loadPayouts(tx, ref, sql`t.id = ${found.withdrawal_id}`);
  return movements[0];
}

/** What brings the booked fees to exactly this one. */
function listCorrections(booked: ReadonlyMap<string, string>, fee: Money): Money[] {
  const currencies = new Set([...booked.keys(), fee.currency]);
  return [...currencies]
    .map((currency) => {
      const wanted = currency === fee.currency ? fee.amount : '0';
      const amount = addDecimals(wanted, negateDecimal(booked.get(currency) ?? '0'));
      return { amount, currency };
    })
    .filter(({ amount }) => compareDecimals(amount, '0') !== 0);
}

/** As `compareMovement` has written it: `1.50 EUR`. */
function readMoney(text: string | null): Money | null {
  const [amount, currency] = text?.split(' ') ?? [];
  return amount === undefined || currency === undefined ? null : { amount, currency };
}
