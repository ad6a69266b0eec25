import type { CaptchaSolution, FieldDefinition } from '@kassa/contract';

/**
 * What became of the popup in the click: it stands open, the browser blocked it, or the player goes
 * on by a second, fresh click: a captcha comes first (design §4 "Popups and /form"), or none was expected.
 */
export type PopupChoice = 'open' | 'blocked' | 'later';

/** A deposit that was created, and whose provider wants to know more before it goes on (§4). */
export interface Continuation {
  depositId: string;
  /** Null where it was begun in another tab or on another device. */
  paymentSessionId: string | null;
  /** It can't be changed any more, nor can the method. */
  amount: string;
  /** What is asked for besides. */
  fields: readonly FieldDefinition[];
}

/** What the player wishes to pay, and how. */
export interface DepositOrder {
  /** Name of the method. */
  paymentType: string;
  /** The group that it was chosen in. */
  group?: string | undefined;
  amount: string;
  currency: string;
  isFromChip: boolean;
  /** What was typed into the method's fields, as it goes over the wire. */
  fields: Readonly<Record<string, string>>;
  bonusId?: string | undefined;
  isActivatedBonus: boolean;
}

/** The idempotency keys of one order: made once, and kept over every attempt (design §3.6). */
export interface AttemptKeys {
  session: string;
  deposit: string;
}

/** One press of the button, with what is known of it so far. */
export interface Attempt {
  order: DepositOrder;
  keys: AttemptKeys;
  popup: PopupChoice;
  /** Null until it is solved. It is no part of the order: a fresh one doesn't make it another. */
  captcha: CaptchaSolution | null;
  /** The server has asked for fresh captcha data once; it isn't given any a second time (§8). */
  isCaptchaRetry: boolean;
  paymentSessionId: string | null;
  /** The deposit that is gone on with. */
  continues: Continuation | null;
  /** A creation with these keys was sent, and no answer came. */
  mayExist: boolean;
}

interface Press {
  order: DepositOrder;
  /** New ones, for a new order. */
  keys: AttemptKeys;
  popup: PopupChoice;
  unresolved: Attempt | null;
  continues: Continuation | null;
}

/**
 * The attempt behind a press of the button: where the player wishes the same payment again, and nobody
 * knows what became of it, it goes on as it was, with its order, its keys, its session and its captcha,
 * so that the server recognises it; else it is a new one.
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
 * Where an amount came from, and the group that its method was chosen in, pay nothing: a form that is
 * come back to no longer knows them. Once the deposit may exist no bonus makes another one of it: one
 * may expire meanwhile.
 */
function isSamePayment({ order: before, mayExist }: Attempt, order: DepositOrder): boolean {
  const isSameBonus =
    before.isActivatedBonus === order.isActivatedBonus && before.bonusId === order.bonusId;
  return describePayment(before) === describePayment(order) && (mayExist || isSameBonus);
}

/** What is paid, in one order, whichever way a form has put its fields together. */
function describePayment({ paymentType, amount, currency, fields }: DepositOrder): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([paymentType, amount, currency, sorted]);
}
