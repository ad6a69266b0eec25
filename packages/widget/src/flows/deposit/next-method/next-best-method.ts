import {
  compareDecimals,
  type Decimal,
  type DeclineReason,
  methodLimits,
  type PaymentMethod,
} from '@kassa/contract';

/** The methods on offer. */
interface Offered {
  methods: readonly PaymentMethod[];
  currency: string;
  /** The country that the player pays from, ISO 3166-1 in lower case. */
  country: string;
}

/** A payment that did not succeed. */
export interface FailedPayment {
  /** The method's name; it may not be offered any more. */
  paymentMethod: string;
  amount: Decimal;
  currency: string;
  reason?: DeclineReason | undefined;
}

/**
 * Reasons that lie with the player's card, account or bank: another method of the same category is
 * likely to fail too.
 */
const reasonsOfPayer: ReadonlySet<DeclineReason> = new Set([
  'insufficientFunds',
  'limitExceeded',
  'expiredCard',
  'authenticationFailed',
  'notPermitted',
  'suspectedFraud',
]);

/**
 * Crypto needs coins and cash a walk to an agent: neither is a quick alternative for other players.
 */
const laboriousCategories: ReadonlySet<string> = new Set(['crypto', 'cash']);

/**
 * Returns the method to offer after a failed one: it takes this amount in this currency now, and
 * isn't the failed one. Where the reason lies with the payer's card or account, another category
 * comes first; then a method of a similar effort, then a popular one, then the faster one, then by
 * position. Null where there is none.
 */
export function nextBestMethod(offered: Offered, failed: FailedPayment): PaymentMethod | null {
  if (failed.currency !== offered.currency) return null;
  const before = offered.methods.find(({ name }) => name === failed.paymentMethod);
  const isOther = ({ category }: PaymentMethod) =>
    before !== undefined && category !== before.category;
  const isOfPayer = failed.reason !== undefined && reasonsOfPayer.has(failed.reason);
  const rank = (method: PaymentMethod) => [
    isOfPayer && !isOther(method) ? 1 : 0,
    laboriousCategories.has(method.category) && method.category !== before?.category ? 1 : 0,
    method.isPopular === true ? 0 : 1,
    arrivalMinutes(method),
    method.position,
  ];
  const [best] = offered.methods
    .filter((method) => isPossible(method, offered, failed))
    .map((method) => ({ method, rank: rank(method) }))
    .sort((left, right) => compareRanks(left.rank, right.rank));
  return best?.method ?? null;
}

/**
 * Returns whether wrong details were the reason: the same method then deserves another attempt
 * first.
 */
export function isWorthRetrying(reason: DeclineReason | undefined): boolean {
  return reason === 'wrongDetails';
}

function isPossible(method: PaymentMethod, { currency, country }: Offered, failed: FailedPayment) {
  if (method.name === failed.paymentMethod || method.unavailable !== undefined) return false;
  const { min, max } = methodLimits(method, currency, country);
  // Limits of 0/0 are unknown (the rules of money): nothing can be paid.
  if (compareDecimals(max, '0') <= 0) return false;
  return compareDecimals(failed.amount, min) >= 0 && compareDecimals(failed.amount, max) <= 0;
}

function arrivalMinutes({ badge, usualMinutes }: PaymentMethod): number {
  return badge === 'instant' ? 0 : (usualMinutes ?? Number.POSITIVE_INFINITY);
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? 0;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}
