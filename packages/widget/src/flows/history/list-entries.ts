import { type DepositSummary, decodeStatus, type Withdrawal } from '@kassa/contract';
import { isOnItsWay } from '../deposit/chain-payment.ts';
import { isUnderWay } from '../withdrawal/use-withdrawal-list.ts';

/** A deposit or withdrawal in the history. */
export type Entry = {
  /** Unique in the history. */
  key: string;
  createdAtMs: number;
} & ({ kind: 'deposit'; deposit: DepositSummary } | { kind: 'withdrawal'; withdrawal: Withdrawal });

/** Returns deposits and withdrawals in one list, the newest first. */
export function listEntries(
  deposits: readonly DepositSummary[],
  withdrawals: readonly Withdrawal[],
): Entry[] {
  const entries: Entry[] = [
    ...deposits.map((deposit) => ({
      kind: 'deposit' as const,
      key: deposit.depositId,
      createdAtMs: Date.parse(deposit.createdAt),
      deposit,
    })),
    ...withdrawals.map((withdrawal) => ({
      kind: 'withdrawal' as const,
      key: withdrawal.withdrawalId,
      createdAtMs: withdrawal.createdAt,
      withdrawal,
    })),
  ];
  return entries.sort((one, other) => other.createdAtMs - one.createdAtMs);
}

/**
 * Returns whether a payment has no end yet: the player's bank, the provider or the operator acts
 * next.
 */
export function hasNoEnd(entry: Entry): boolean {
  if (entry.kind === 'withdrawal') return isUnderWay(entry.withdrawal);
  const { deposit } = entry;
  if (deposit.canContinue) return false;
  const status = decodeStatus(deposit);
  return status === 'waiting' || status === 'accepted' || isOnItsWay(deposit.chain, status);
}
