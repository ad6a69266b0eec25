import {
  type DepositStatus,
  depositStatuses,
  type WithdrawalStatus,
  withdrawalStatuses,
} from '@kassa/contract';
import { isOpen } from '../../money/deposits/deposit.machine.ts';
import { isSettled } from '../../money/withdrawals/withdrawal.machine.ts';

/** Deposits that wait for the player, the provider, the wallet or a person. */
export const unfinishedDepositStatuses: readonly DepositStatus[] = depositStatuses.filter(
  (status) => isOpen(status) || status === 'crediting' || status === 'parked',
);

export const finishedDepositStatuses: readonly DepositStatus[] = depositStatuses.filter(
  (status) => !unfinishedDepositStatuses.includes(status),
);

export const unfinishedWithdrawalStatuses: readonly WithdrawalStatus[] = withdrawalStatuses.filter(
  (status) => !isSettled(status),
);

export const finishedWithdrawalStatuses: readonly WithdrawalStatus[] =
  withdrawalStatuses.filter(isSettled);
