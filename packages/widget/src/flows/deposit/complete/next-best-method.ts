import {
  compareDecimals,
  type Decimal,
  type DeclineReason,
  methodLimits,
  type PaymentMethod,
} from '@kassa/contract';

/** What the player can choose from. */
interface Offered {
  methods: readonly PaymentMethod[];
  currency: string;
  /** Paid from, ISO 3166-1 in lower case. */
  country: string;
}

/** A payment that did not go through. */
export interface FailedPayment {
  /** The method's name; it may not be offered any more. */
  paymentMethod: string;
  amount: Decimal;
  currency: string;
  reason?: DeclineReason | undefined;
}

/** Reasons that lie with the card, account or bank that was to pay: another of the same kind likely has them too. */
const reasonsOfPayer: ReadonlySet<DeclineReason> = new Set([
  'insufficientFunds',
  'limitExceeded',
  'expiredCard',
  'authenticationFailed',
  'notPermitted',
  'suspectedFraud',
]);

/** These take coins that one must have, or a walk to an agent: no quick way out for who pays otherwise. */
const laboriousCategories: ReadonlySet<string> = new Set(['crypto', 'cash']);

/**
 * The method to offer after one has failed: it takes this amount in this currency now, and isn't the
 * one that failed. Where the reason lies with who was to pay, one of another category comes first;
 * then one that is no other world than the one before, then a popular one, then the faster one, then
 * by position. Null where there is none.
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

/** Whether the details are what went wrong: then the same method deserves another try first. */
export function isWorthRetrying(reason: DeclineReason | undefined): boolean {
  return reason === 'wrongDetails';
}

function isPossible(method: PaymentMethod, { currency, country }: Offered, failed: FailedPayment) {
  if (method.name === failed.paymentMethod || method.unavailable !== undefined) return false;
  const { min, max } = methodLimits(method, currency, country);
  // Limits of 0/0 mean that they are unknown (the rules of money): nothing can be paid.
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
