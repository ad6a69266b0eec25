import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../ground/database/connect.ts';
import { moveMoney, postTransfer } from './transfers.ts';

/** What a provider kept of money that is booked already. */
export interface LateFee {
  brandId: string;
  connector: string;
  /** Of a receipt, with its deposit. */
  deposit?: { id: string; paymentId: string };
  withdrawalId?: string;
  /** The reconciliation that found it; none where the provider told of it. */
  runId?: string;
  /** Negative where less is kept than was booked before. */
  money: Money;
  reason: string;
}

/** Books a fee by itself. The caller has locked the deposit or withdrawal, and found it not booked. */
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

/** A fee of nothing is none, and what a provider adds by itself is for a reconciliation to find. */
export function feeOrNone(told: Money | null): Money | null {
  return told !== null && compareDecimals(told.amount, '0') > 0 ? told : null;
}
