import { compareDecimals, type Money } from '@kassa/contract';

export function isSameMoney(left: Money, right: Money): boolean {
  return left.currency === right.currency && compareDecimals(left.amount, right.amount) === 0;
}
