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
const [leastPart, mostPart] = ['0.99', '1.01'] as const;

/** The amounts among which an invoice's amount is chosen; both ends belong to it. */
export interface AmountRange {
  least: Decimal;
  most: Decimal;
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

/**
 * Chooses the amount nearest to the asked one that isn't taken, in steps of the currency's smallest
 * amount; of two equally near ones the lower. Null if all amounts of the range are taken.
 * @param asked - with the currency's decimals
 */
export function chooseAmount(
  asked: Decimal,
  currency: string,
  { least, most }: AmountRange,
  taken: readonly Decimal[],
): Decimal | null {
  const unavailable = new Set(taken.map((amount) => toCurrencyDecimals(amount, currency)));
  const isFree = (amount: Decimal) =>
    compareDecimals(amount, least) >= 0 &&
    compareDecimals(amount, most) <= 0 &&
    !unavailable.has(amount);
  const unit = smallestAmount(currency);
  let distance: Decimal = '0';
  for (;;) {
    const [lower, higher] = [negateDecimal(distance), distance].map((offset) =>
      toCurrencyDecimals(addDecimals(asked, offset), currency),
    ) as [Decimal, Decimal];
    if (isFree(lower)) return lower;
    if (isFree(higher)) return higher;
    if (compareDecimals(lower, least) < 0 && compareDecimals(higher, most) > 0) return null;
    distance = addDecimals(distance, unit);
  }
}
