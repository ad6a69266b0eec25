import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type DeclineReason,
  type DepositStatusPush,
  encodePushStatus,
  encodeStatusWord,
  encodeWithdrawalPush,
  encodeWithdrawalWord,
  negateDecimal,
  type ReturnReason,
  type TakenBack,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';

/**
 * Pushes a subject's status to the player's open widgets and wakes the operator's outbox. Call it
 * after the commit.
 */
export function publish(core: Core, subject: Deposit | Withdrawal): void {
  if ('hold_id' in subject) publishWithdrawal(core, subject);
  else publishDeposit(core, subject);
}

/** @param seen - the payments to the deposit's address on a chain, if it has one */
export function publishDeposit(
  core: Core,
  deposit: Deposit,
  seen: Pick<DepositStatusPush, 'chain' | 'transactions'> = {},
): void {
  core.outbox.wake(deposit.brand_id);
  const status = encodePushStatus(deposit.status);
  if (status === null) return;
  core.publisher.depositChanged(deposit.brand_id, deposit.player_id, {
    depositId: deposit.id,
    status,
    word: encodeStatusWord(deposit.status),
    amount: deposit.amount,
    currency: deposit.currency,
    ...credited(deposit),
    ...declined(deposit),
    ...seen,
  });
  if (deposit.status === 'processed') {
    core.publisher.userChanged(deposit.brand_id, deposit.player_id);
  }
}

export function publishWithdrawal(core: Core, withdrawal: Withdrawal): void {
  core.outbox.wake(withdrawal.brand_id);
  core.publisher.withdrawalChanged(withdrawal.brand_id, withdrawal.player_id, {
    withdrawalId: withdrawal.id,
    status: encodeWithdrawalPush(withdrawal.status),
    word: encodeWithdrawalWord(withdrawal.status),
    amount: withdrawal.amount,
    currency: withdrawal.currency,
  });
  core.publisher.userChanged(withdrawal.brand_id, withdrawal.player_id);
}

/**
 * Returns the credited amount and currency, the part that settled a debt, if any, and what was
 * taken back since; nothing before the deposit is processed.
 */
export function credited(deposit: Deposit): {
  processingAmount?: Decimal;
  processingCurrency?: string;
  settledDebt?: Decimal;
  takenBack?: TakenBack;
} {
  if (deposit.status !== 'processed') return {};
  const { credited_amount, account_currency, settled_debt } = deposit;
  return {
    processingAmount: credited_amount,
    processingCurrency: account_currency,
    ...(isPositive(settled_debt) && { settledDebt: settled_debt }),
    ...(isPositive(deposit.reversed_amount) && { takenBack: takenBack(deposit) }),
  };
}

const isPositive = (amount: Decimal) => compareDecimals(amount, '0') > 0;

function takenBack(deposit: Deposit): TakenBack {
  const { refunded_amount, charged_back_amount, reversed_amount, account_currency } = deposit;
  const named = addDecimals(refunded_amount, charged_back_amount);
  const reversed = toCurrencyDecimals(
    addDecimals(reversed_amount, negateDecimal(named)),
    account_currency,
  );
  return {
    ...(isPositive(refunded_amount) && { refunded: refunded_amount }),
    ...(isPositive(charged_back_amount) && { chargedBack: charged_back_amount }),
    ...(isPositive(reversed) && { reversed }),
  };
}

/**
 * Returns why a deposit was declined, if the provider gave a reason, and why its money is or was
 * returned.
 */
export function declined(deposit: Deposit): {
  declineReason?: DeclineReason;
  returnReason?: ReturnReason;
} {
  const { status, decline_reason: declineReason, return_reason: returnReason } = deposit;
  const isReturned = ['parked', 'declined', 'processed'].includes(status);
  return {
    ...(status === 'declined' && declineReason !== null && { declineReason }),
    ...(isReturned && returnReason !== null && { returnReason }),
  };
}
