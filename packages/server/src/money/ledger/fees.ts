import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../ground/database/connect.ts';
import { moveMoney, postTransfer } from './transfers.ts';

/** A fee that the provider took for money that is already booked. */
export interface LateFee {
  brandId: string;
  connector: string;
  /** The receipt with its deposit, if the fee is a deposit's. */
  deposit?: { id: string; paymentId: string };
  withdrawalId?: string;
  /** The reconciliation that found the fee; none if the provider reported it. */
  runId?: string;
  /** Negative if the fee is smaller than the one that was booked before. */
  money: Money;
  reason: string;
}

/**
 * Books a fee on its own. The caller has locked the deposit or withdrawal and knows that the fee is
 * not booked yet.
 */
export async function bookFee(tx: Tx, fee: LateFee): Promise<void> {
  const { brandId, connector, deposit, withdrawalId, money } = fee;
  const id = uuidv7();
  await postTransfer(tx, {
    id,
    brandId,
    kind: 'fee',
    ...(deposit && { depositId: deposit.id }),
    ...(withdrawalId !== undefined && { withdrawalId }),
    reason: fee.reason,
    lines: moveMoney(
      money,
      { kind: 'fees', owner: connector },
      { kind: 'clearing', owner: connector },
    ),
  });
  await tx
    .insertInto('settlement_fees')
    .values({
      transfer_id: id,
      brand_id: brandId,
      run_id: fee.runId ?? null,
      payment_id: deposit?.paymentId ?? null,
      withdrawal_id: withdrawalId ?? null,
      amount: money.amount,
      currency: money.currency,
    })
    .execute();
}

/**
 * Returns the fee, or null if it is zero or negative: a bonus from the provider is left to a
 * reconciliation.
 */
export function positiveFee(reported: Money | null): Money | null {
  return reported !== null && compareDecimals(reported.amount, '0') > 0 ? reported : null;
}
