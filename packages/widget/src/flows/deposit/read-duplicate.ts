import type { Failure } from '../../features/failure/failure.ts';
import type { DepositOrder, OpenDeposit } from './deposit-attempt.ts';

/** Returns the open deposit that the server names instead of creating another; null for none. */
export function readDuplicate(
  { code, params, reference = '' }: Failure,
  { amount, currency }: DepositOrder,
): OpenDeposit | null {
  const { depositId, createdAt } = params;
  if (code !== 'deposit.alreadyOpen' || depositId === undefined || createdAt === undefined) {
    return null;
  }
  return { depositId, createdAt, reference, amount, currency };
}
