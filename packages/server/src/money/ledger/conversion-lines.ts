import {
  addDecimals,
  type Conversion,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import type { AccountRef, Line } from './post-transfer.ts';

/**
 * The lines of money that leaves one account in its currency and enters others in theirs: through
 * the `exchange` account where the currencies differ, with what was rounded away in `rounding`, so
 * that the whole sums to zero in both. The targets' amounts sum to `conversion.money`.
 */
export function conversionLines(
  from: Money,
  { money: to, rounding }: Conversion,
  source: AccountRef,
  targets: readonly { account: AccountRef; amount: Decimal }[],
): Line[] {
  const lines: Line[] = [
    { account: source, money: { ...from, amount: negateDecimal(from.amount) } },
    ...targets.map(({ account, amount }) => ({ account, money: { ...to, amount } })),
    { account: { kind: 'rounding', owner: 'rounding' }, money: { ...to, amount: rounding } },
  ];
  if (from.currency !== to.currency) {
    const account: AccountRef = { kind: 'exchange', owner: pairOf(from.currency, to.currency) };
    const spent = negateDecimal(addDecimals(to.amount, rounding));
    lines.push({ account, money: from }, { account, money: { ...to, amount: spent } });
  }
  return lines.filter(({ money }) => compareDecimals(money.amount, '0') !== 0);
}

/** The same movement the other way round. */
export function negateLines(lines: readonly Line[]): Line[] {
  return lines.map(({ account, money }) => ({
    account,
    money: { ...money, amount: negateDecimal(money.amount) },
  }));
}

/** What a provider kept of the money, beside it. */
export function feeLines(connector: string, fee: Money | null): Line[] {
  if (fee === null || compareDecimals(fee.amount, '0') <= 0) return [];
  return negateLines([
    { account: { kind: 'clearing', owner: connector }, money: negate(fee) },
    { account: { kind: 'fees', owner: connector }, money: fee },
  ]);
}

const negate = (money: Money): Money => ({ ...money, amount: negateDecimal(money.amount) });

const pairOf = (left: string, right: string) => [left, right].sort().join('/');
