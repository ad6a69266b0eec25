/**
 * Every error of a call: its HTTP status, and whether repeating the same request can help. The
 * player's text for a code is `common.errors.<code>` in the locale files (§8).
 */
export const errors = {
  'auth.tokenMissing': { status: 401, isRetryable: false },
  'auth.tokenInvalid': { status: 401, isRetryable: false },
  'auth.tokenExpired': { status: 401, isRetryable: false },
  /** The operator revoked the token before its expiry. */
  'auth.tokenRevoked': { status: 401, isRetryable: false },
  'request.malformed': { status: 400, isRetryable: false },
  'request.invalid': { status: 400, isRetryable: false },
  'request.tooLarge': { status: 413, isRetryable: false },
  'call.unknown': { status: 404, isRetryable: false },
  'idempotency.keyMissing': { status: 400, isRetryable: false },
  'idempotency.keyReused': { status: 422, isRetryable: false },
  'idempotency.inFlight': { status: 409, isRetryable: true },
  'session.notFound': { status: 404, isRetryable: false },
  'deposit.notFound': { status: 404, isRetryable: false },
  /** The deposit's status doesn't allow the requested change; `withdrawal.notOpen` likewise. */
  'deposit.notOpen': { status: 409, isRetryable: false },
  /**
   * The player can still pay a deposit of the same method and amount: `params.depositId`, created
   * at `params.createdAt`, with its reference.
   */
  'deposit.alreadyOpen': { status: 409, isRetryable: false },
  /** The offer ran out, or its provider has changed it: `deposit-get` has the present ones. */
  'offer.changed': { status: 409, isRetryable: false },
  /** The deposit's state allows no claim: its money was credited, or it can still be paid. */
  'claim.notPossible': { status: 409, isRetryable: false },
  /** The claim has as many files as it may have. */
  'claim.tooManyProofs': { status: 422, isRetryable: false },
  /** The file is no picture or document of a known type, or it is damaged. */
  'proof.unreadable': { status: 422, isRetryable: false },
  'withdrawal.notFound': { status: 404, isRetryable: false },
  'withdrawal.notOpen': { status: 409, isRetryable: false },
  /** Less would arrive than the player was told: `params.amount`, `params.currency`. */
  'quote.changed': { status: 409, isRetryable: false },
  /** The withdrawal needs the code of `withdrawal-code`; it was wrong; it ran out or was used. */
  'code.required': { status: 422, isRetryable: false },
  'code.wrong': { status: 422, isRetryable: false },
  'code.expired': { status: 422, isRetryable: false },
  /** The bank has no such account. */
  'account.notFound': { status: 422, isRetryable: false },
  /** The saved details were removed, or are another player's. */
  'details.notFound': { status: 404, isRetryable: false },
  /**
   * Rules of payouts. Closed loop: `params.amount` and `params.currency` have to go back by
   * `params.method` first.
   */
  'payout.closedLoop': { status: 422, isRetryable: false },
  /** The account's holder is another person than the player. */
  'payout.nameMismatch': { status: 422, isRetryable: false },
  /** Somebody else than the player paid the deposits. */
  'payout.thirdParty': { status: 422, isRetryable: false },
  /** `params.amount` of `params.currency` has still to be wagered. */
  'payout.turnover': { status: 422, isRetryable: false },
  /** The player's identity isn't verified. */
  'payout.unverified': { status: 422, isRetryable: false },
  /** A check of sanctions or of the address refused the destination or the player. */
  'payout.screening': { status: 422, isRetryable: false },
  /** The player's balance doesn't cover the withdrawal. */
  'balance.insufficient': { status: 422, isRetryable: false },
  /** The operator's wallet knows no such player, or no account of theirs in the currency. */
  'wallet.unknownPlayer': { status: 422, isRetryable: false },
  'wallet.unknownCurrency': { status: 422, isRetryable: false },
  'bonus.notFound': { status: 404, isRetryable: false },
  /** The bonus is accrued, revoked or expired. */
  'bonus.notOpen': { status: 409, isRetryable: false },
  /** The bonus doesn't apply to this method, or needs a higher deposit. */
  'bonus.notApplicable': { status: 422, isRetryable: false },
  'method.unavailable': { status: 422, isRetryable: false },
  'method.maintenance': { status: 422, isRetryable: false },
  /** None of the operator's own accounts is free for this amount now. */
  'requisites.noneFree': { status: 422, isRetryable: false },
  'currency.unsupported': { status: 422, isRetryable: false },
  'amount.invalid': { status: 422, isRetryable: false },
  'amount.belowMin': { status: 422, isRetryable: false },
  'amount.aboveMax': { status: 422, isRetryable: false },
  'limit.exceeded': { status: 422, isRetryable: false },
  'player.blocked': { status: 403, isRetryable: false },
  'player.selfExcluded': { status: 403, isRetryable: false },
  /** The operator's approval declined the transaction. */
  'operator.declined': { status: 422, isRetryable: false },
  /** §8: a fresh captcha solution is needed; the client may repeat the call with one. */
  captcha_required: { status: 422, isRetryable: false },
  'rate.limited': { status: 429, isRetryable: true },
  'returnUrl.forbidden': { status: 422, isRetryable: false },
  /** The provider declined and gives a reason in words for the player (§8). */
  'banking.merchantClientError': { status: 422, isRetryable: false },
  /** A field breaks its rules (§8); `params.field` names it. */
  'banking.paymentMethodRegex': { status: 422, isRetryable: false },
  'provider.declined': { status: 422, isRetryable: false },
  'provider.unavailable': { status: 502, isRetryable: false },
  'provider.timeout': { status: 504, isRetryable: false },
  'server.unavailable': { status: 503, isRetryable: true },
  'server.error': { status: 500, isRetryable: false },
} as const satisfies Record<string, { status: number; isRetryable: boolean }>;

export type ErrorCode = keyof typeof errors;

/** An expected failure of a call. `params` fill the message's placeholders and hold no secret. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string>;
  /** The reference for support if it isn't the request's: a deposit's reference. */
  readonly reference: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    params: Record<string, string> = {},
    reference?: string,
  ) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.params = params;
    this.reference = reference;
  }

  get status(): number {
    return errors[this.code].status;
  }
}
