import type { CaptchaSolution, Coins, FieldDefinition } from '@kassa/contract';

/**
 * The popup's outcome in the click: it is open, the browser blocked it, or the player goes on by a
 * second click (`later`), because a captcha comes first (design §4 "Popups and /form") or no popup
 * was expected.
 */
export type PopupChoice = 'open' | 'blocked' | 'later';

/** A created deposit whose provider asks for more fields before it goes on (§4). */
export interface Continuation {
  depositId: string;
  /** Null where the deposit was created in another tab or on another device. */
  paymentSessionId: string | null;
  /** The amount, which is fixed, as is the method. */
  amount: string;
  /** The fields that the provider asks for. */
  fields: readonly FieldDefinition[];
}

/** The payment that the player wants to make. */
export interface DepositOrder {
  /** The name of the method. */
  paymentType: string;
  /** The group that the method was chosen in. */
  group?: string | undefined;
  amount: string;
  currency: string;
  /** Where the player lives, for a method that sells crypto: ISO 3166-1 in lower case. */
  buyerCountry?: string | undefined;
  isFromChip: boolean;
  /** The values of the method's fields, as the request sends them. */
  fields: Readonly<Record<string, string>>;
  /** The saved details that stand in for the fields. */
  detailsId?: string | undefined;
  bonusId?: string | undefined;
  isActivatedBonus: boolean;
  /** The coin package that is paid for, with the coins that the player saw. */
  box?: { boxId: string; coins: Coins } | undefined;
  /** The player knows of an open deposit of the same method and amount, and wants another. */
  isAnother?: boolean;
}

/** A deposit of the same method and amount that the player can still pay. */
export interface OpenDeposit {
  depositId: string;
  /** ISO 8601. */
  createdAt: string;
  reference: string;
  amount: string;
  currency: string;
}

/** The idempotency keys of an order: created once, and kept for every attempt (design §3.6). */
export interface AttemptKeys {
  session: string;
  deposit: string;
}

/** A press of the button, with what is known of it so far. */
export interface Attempt {
  order: DepositOrder;
  keys: AttemptKeys;
  popup: PopupChoice;
  /**
   * Null until it is solved. The captcha is no part of the order: a new one doesn't make another
   * order.
   */
  captcha: CaptchaSolution | null;
  /** The server has asked for another captcha once; a second time is a failure (§8). */
  isCaptchaRetry: boolean;
  paymentSessionId: string | null;
  /** The existing deposit that is continued. */
  continues: Continuation | null;
  /** A creation with these keys was sent, and no response came. */
  mayExist: boolean;
}

interface Press {
  order: DepositOrder;
  /** New keys, used for a new order. */
  keys: AttemptKeys;
  popup: PopupChoice;
  unresolved: Attempt | null;
  continues: Continuation | null;
}

/**
 * Returns the attempt for a press of the button. Where the order is the same as one whose outcome
 * is unknown, that attempt goes on with its order, keys, session and captcha, so that the server
 * recognises it. Otherwise it is a new attempt.
 */
export function beginAttempt({ order, keys, popup, unresolved, continues }: Press): Attempt {
  const isSame =
    unresolved !== null &&
    unresolved.continues?.depositId === continues?.depositId &&
    isSamePayment(unresolved, order);
  if (isSame) return { ...unresolved, popup, isCaptchaRetry: false };
  return {
    order,
    keys,
    popup,
    captcha: null,
    isCaptchaRetry: false,
    paymentSessionId: continues?.paymentSessionId ?? null,
    continues,
    mayExist: false,
  };
}

/**
 * Compares two orders. The amount's origin and the method's group don't count: a form doesn't know
 * them any more when the player comes back. Once the deposit may exist the bonus doesn't count
 * either, as it may expire meanwhile.
 */
function isSamePayment({ order: before, mayExist }: Attempt, order: DepositOrder): boolean {
  const isSameBonus =
    before.isActivatedBonus === order.isActivatedBonus && before.bonusId === order.bonusId;
  return describePayment(before) === describePayment(order) && (mayExist || isSameBonus);
}

/** Describes the payment as text, with the fields sorted. */
function describePayment(order: DepositOrder): string {
  const { paymentType, amount, currency, buyerCountry, fields, detailsId, box } = order;
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([paymentType, amount, currency, buyerCountry, sorted, detailsId, box]);
}
