import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  negateDecimal,
  smallestAmount,
  toCurrencyDecimals,
} from '@kassa/contract';

/** How far a unique amount may lie from the asked one. */
export const [leastPart, mostPart] = ['0.99', '1.01'] as const;

/**
 * The countries whose banks and wallets take no decimals, though their currencies have some: amounts there are
 * whole units.
 */
const countriesWithoutDecimals: ReadonlySet<string> = new Set(['co', 'hu', 'id', 'ke', 'tz', 'uz']);

/** The amounts among which an invoice's amount is chosen; both ends belong to it. */
export interface AmountRange {
  least: Decimal;
  most: Decimal;
}

/** The steps of amounts in a currency and country. */
export interface AmountSteps {
  currency: string;
  /** From one amount to the next. */
  unit: Decimal;
  /** People type multiples of it: whole units, or, of amounts without decimals, those that end in 0. */
  typed: Decimal;
}

/** @param country - of the account; a lower-case ISO 3166-1 alpha-2 code */
export function stepsOf(currency: string, country: string): AmountSteps {
  const smallest = smallestAmount(currency);
  const isWhole = smallest === '1' || countriesWithoutDecimals.has(country);
  return isWhole ? { currency, unit: '1', typed: '10' } : { currency, unit: smallest, typed: '1' };
}

/**
 * Whether people type an amount by habit. It is no evidence of an invoice: who is asked for 699.99 may pay 700.
 */
export function isTyped(amount: Decimal, { typed }: Pick<AmountSteps, 'typed'>): boolean {
  const whole = amount.replace(/\.0*$/, '');
  return /^\d+$/.test(whole) && (typed === '1' || whole.endsWith('0'));
}

/**
 * Returns the amounts that are at most 1 % off the asked one and within the limits.
 * @param limits - `most` null: there is none
 */
export function resolveRange(
  asked: Decimal,
  { least, most }: { least: Decimal; most: Decimal | null },
): AmountRange {
  const [low, high] = [multiplyDecimals(asked, leastPart), multiplyDecimals(asked, mostPart)];
  return {
    least: compareDecimals(low, least) < 0 ? least : low,
    most: most !== null && compareDecimals(high, most) > 0 ? most : high,
  };
}

/** Which amounts can't be given out. */
export interface Taken {
  /** Those of live invoices, and of ended ones within their cooldown. */
  live: readonly Decimal[];
  /** All of these, and those of ended invoices that may be paid late. */
  late: readonly Decimal[];
}

/**
 * Chooses the amount nearest to the asked one; of two equally near ones the lower. It is one that nobody types
 * and that no invoice has; failing that, one of an invoice that may be paid late; and only where the range has
 * no other, one that people type. Null if all are taken.
 */
export function chooseAmount(
  asked: Decimal,
  steps: AmountSteps,
  range: AmountRange,
  { live, late }: Taken,
): Decimal | null {
  const write = (amount: Decimal) => toCurrencyDecimals(amount, steps.currency);
  const taken = new Set(live.map(write));
  const takenOrLate = new Set([...taken, ...late.map(write)]);
  const isOdd = (amount: Decimal) => !isTyped(amount, steps);
  const find = (accepts: (amount: Decimal) => boolean) => findNearest(asked, steps, range, accepts);
  return (
    find((amount) => isOdd(amount) && !takenOrLate.has(amount)) ??
    find((amount) => isOdd(amount) && !taken.has(amount)) ??
    find((amount) => !takenOrLate.has(amount)) ??
    find((amount) => !taken.has(amount))
  );
}

/** Finds the accepted amount of a range that is nearest to the asked one. */
function findNearest(
  asked: Decimal,
  { currency, unit }: AmountSteps,
  { least, most }: AmountRange,
  accepts: (amount: Decimal) => boolean,
): Decimal | null {
  // In a country without decimals the player may have asked for some.
  const middle = unit === '1' ? asked.replace(/\..*$/, '') : asked;
  const isWithin = (amount: Decimal) =>
    compareDecimals(amount, least) >= 0 && compareDecimals(amount, most) <= 0;
  let distance: Decimal = '0';
  for (;;) {
    const [lower, higher] = [negateDecimal(distance), distance].map((offset) =>
      toCurrencyDecimals(addDecimals(middle, offset), currency),
    ) as [Decimal, Decimal];
    if (isWithin(lower) && accepts(lower)) return lower;
    if (isWithin(higher) && accepts(higher)) return higher;
    if (compareDecimals(lower, least) < 0 && compareDecimals(higher, most) > 0) return null;
    distance = addDecimals(distance, unit);
  }
}
