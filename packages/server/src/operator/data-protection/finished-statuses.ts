import {
  type DepositStatus,
  depositStatuses,
  type WithdrawalStatus,
  withdrawalStatuses,
} from '@kassa/contract';
import { unfinishedDepositStatuses } from '../../money/states/deposit.machine.ts';
import { isSettled } from '../../money/states/withdrawal.machine.ts';

export const finishedDepositStatuses: readonly DepositStatus[] = depositStatuses.filter(
  (status) => !unfinishedDepositStatuses.includes(status),
);

export const unfinishedWithdrawalStatuses: readonly WithdrawalStatus[] = withdrawalStatuses.filter(
  (status) => !isSettled(status),
);

export const finishedWithdrawalStatuses: readonly WithdrawalStatus[] =
  withdrawalStatuses.filter(isSettled);
