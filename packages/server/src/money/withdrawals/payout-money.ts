import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  floorToCurrency,
  type Money,
  multiplyDecimals,
  negateDecimal,
} from '@kassa/contract';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import {
  type AccountRef,
  conversionLines,
  type Line,
  moveMoney,
  negateLines,
} from '../ledger/transfers.ts';

/*
 * The money of a withdrawal: its amount in the account's currency, the fee in it, and what is paid
 * out, in the payout's currency or coin.
 */

/** The columns that say what a withdrawal costs and pays. */
export type PayoutColumns = Pick<
  Withdrawal,
  | 'amount'
  | 'currency'
  | 'fee'
  | 'payout_amount'
  | 'payout_currency'
  | 'rate'
  | 'paid_amount'
  | 'connector'
>;

/** What left the player's balance. */
export function moneyOf({ amount, currency }: Pick<Withdrawal, 'amount' | 'currency'>): Money {
  return { amount, currency };
}

/** Returns what a payout is to bring; in rows of older releases the amount itself. */
export function payoutMoneyOf({
  amount,
  currency,
  payout_amount,
  payout_currency,
}: Pick<Withdrawal, 'amount' | 'currency' | 'payout_amount' | 'payout_currency'>): Money {
  return { amount: payout_amount ?? amount, currency: payout_currency ?? currency };
}

/** Returns what a payout has brought: less than asked for if it was paid in part. */
export function paidMoneyOf(withdrawal: PayoutColumns): Money {
  const asked = payoutMoneyOf(withdrawal);
  return { ...asked, amount: withdrawal.paid_amount ?? asked.amount };
}

/**
 * Returns what the player gets back of a withdrawal that was paid in part, in the account's
 * currency, in the player's favour; null if it wasn't. The fee isn't given back.
 */
export function restOf(withdrawal: PayoutColumns): Money | null {
  const { paid_amount, currency } = withdrawal;
  if (paid_amount === null) return null;
  const asked = payoutMoneyOf(withdrawal);
  const unpaid = addDecimals(asked.amount, negateDecimal(paid_amount));
  if (asked.currency === currency) return { amount: unpaid, currency };
  const bought = restAfterFee(withdrawal);
  // What was paid is rounded down, so the rest is rounded up.
  const spent = floorToCurrency(
    divideDecimals(multiplyDecimals(bought, paid_amount), asked.amount),
    currency,
  );
  return { amount: addDecimals(bought, negateDecimal(spent)), currency };
}

/** Returns the part of a withdrawal's amount that its player doesn't get back. */
export function spentOf(withdrawal: PayoutColumns): Decimal {
  const rest = restOf(withdrawal);
  return rest === null
    ? withdrawal.amount
    : addDecimals(withdrawal.amount, negateDecimal(rest.amount));
}

/** One of the accounts that a payout is taken from, and how much of it. */
export interface PayoutSource {
  account: AccountRef;
  amount: Decimal;
}

/**
 * Builds the lines of a payout as asked for: the sources give the whole amount, the fee stays, and
 * the rest reaches the provider's account, converted at the withdrawal's own rate. What the
 * payout's smallest unit cuts goes to `rounding`.
 */
export function payoutLines(withdrawal: PayoutColumns, sources: readonly PayoutSource[]): Line[] {
  const { connector, currency, rate } = withdrawal;
  const paid = payoutMoneyOf(withdrawal);
  const bought = restAfterFee(withdrawal);
  const exact = multiplyDecimals(bought, rate ?? '1');
  // The whole amount passes the account of fees, where the fee stays.
  const fees: AccountRef = { kind: 'payoutFees', owner: connector };
  return sumLines([
    ...sources.flatMap((source) =>
      moveMoney({ amount: source.amount, currency }, source.account, fees),
    ),
    ...conversionLines(
      { amount: bought, currency },
      { money: paid, rounding: addDecimals(exact, negateDecimal(paid.amount)) },
      fees,
      [{ account: { kind: 'clearing', owner: connector }, amount: paid.amount }],
    ),
  ]);
}

/** Builds the lines that give the player the rest of a withdrawal that was paid in part. */
export function restLines(withdrawal: PayoutColumns, rest: Money, player: AccountRef): Line[] {
  const asked = payoutMoneyOf(withdrawal);
  const paid = paidMoneyOf(withdrawal);
  const unpaid = addDecimals(asked.amount, negateDecimal(paid.amount));
  return conversionLines(
    { amount: unpaid, currency: asked.currency },
    { money: rest, rounding: '0' },
    { kind: 'clearing', owner: withdrawal.connector },
    [{ account: player, amount: rest.amount }],
  );
}

/**
 * Builds the lines of a payout that came back: those of the payout with the opposite sign, less
 * what the player had got back of it before.
 */
export function returnLines(withdrawal: PayoutColumns, player: AccountRef): Line[] {
  const rest = restOf(withdrawal);
  const whole = payoutLines(withdrawal, [{ account: player, amount: withdrawal.amount }]);
  const before = rest === null ? [] : restLines(withdrawal, rest, player);
  return sumLines([...negateLines(whole), ...negateLines(before)]);
}

/** What is left of the amount for the payout, in the account's currency. */
function restAfterFee({ amount, fee }: Pick<Withdrawal, 'amount' | 'fee'>): Decimal {
  return addDecimals(amount, negateDecimal(fee));
}

/** Joins the lines of the same account and currency. */
function sumLines(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const { account, money } of lines) {
    const key = `${account.kind} ${account.owner} ${money.currency}`;
    const amount = addDecimals(sums.get(key)?.money.amount ?? '0', money.amount);
    sums.set(key, { account, money: { ...money, amount } });
  }
  return [...sums.values()].filter(({ money }) => compareDecimals(money.amount, '0') !== 0);
}
