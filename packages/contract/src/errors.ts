/** The errors after which repeating the same request can help, with their HTTP status. */
export const retryableErrors = {
  'idempotency.inFlight': { status: 409 },
  'rate.limited': { status: 429 },
  'server.unavailable': { status: 503 },
} as const;

/**
 * Every error of a call with its HTTP status. The player's text for a code is `common.errors.<code>`
 * in the locale files (§8).
 */
export const errors = {
  ...retryableErrors,
  /** The player has done it as often as one may in a day; the next one begins in `params.seconds`. */
  'rate.ofDay': { status: 429 },
  'auth.tokenMissing': { status: 401 },
  'auth.tokenInvalid': { status: 401 },
  'auth.tokenExpired': { status: 401 },
  /** The operator revoked the token before its expiry. */
  'auth.tokenRevoked': { status: 401 },
  'request.malformed': { status: 400 },
  'request.invalid': { status: 400 },
  'request.tooLarge': { status: 413 },
  'call.unknown': { status: 404 },
  'idempotency.keyMissing': { status: 400 },
  'idempotency.keyReused': { status: 422 },
  'session.notFound': { status: 404 },
  'deposit.notFound': { status: 404 },
  /** The deposit's status doesn't allow the requested change; `withdrawal.notOpen` likewise. */
  'deposit.notOpen': { status: 409 },
  /**
   * The player can still pay a deposit of the same method and amount: `params.depositId`, created
   * at `params.createdAt`, with its reference.
   */
  'deposit.alreadyOpen': { status: 409 },
  /** The offer ran out, or its provider has changed it: `deposit-get` has the present ones. */
  'offer.changed': { status: 409 },
  /** The deposit's state allows no claim: its money was credited, or it can still be paid. */
  'claim.notPossible': { status: 409 },
  /** The claim has as many files as it may have. */
  'claim.tooManyProofs': { status: 422 },
  /** The file is no picture or document of a known type, or it is damaged. */
  'proof.unreadable': { status: 422 },
  'withdrawal.notFound': { status: 404 },
  'withdrawal.notOpen': { status: 409 },
  /** Less would arrive than the player was told: `params.amount`, `params.currency`. */
  'quote.changed': { status: 409 },
  /** The withdrawal needs the code of `withdrawal-code`; it was wrong; it ran out or was used. */
  'code.required': { status: 422 },
  'code.wrong': { status: 422 },
  'code.expired': { status: 422 },
  /** The bank has no such account. */
  'account.notFound': { status: 422 },
  /** The bank names another holder than the player typed, and the brand pays none such. */
  'account.otherHolder': { status: 422 },
  /** The bank names another holder than the player typed: the player has to confirm them. */
  'holder.unconfirmed': { status: 409 },
  /** The saved details were removed, or are another player's. */
  'details.notFound': { status: 404 },
  /**
   * Rules of payouts. Closed loop: `params.amount` and `params.currency` have to go back by
   * `params.method` first, where it pays to cards or accounts to `params.detailsId` of its saved
   * details.
   */
  'payout.closedLoop': { status: 422 },
  /** The account's holder is another person than the player. */
  'payout.nameMismatch': { status: 422 },
  /** Somebody else than the player paid the deposits. */
  'payout.thirdParty': { status: 422 },
  /** `params.amount` of `params.currency` has still to be wagered. */
  'payout.turnover': { status: 422 },
  /** The player's identity isn't verified. */
  'payout.unverified': { status: 422 },
  /** A check of sanctions or of the address refused the destination or the player. */
  'payout.screening': { status: 422 },
  /** The player's balance doesn't cover the withdrawal. */
  'balance.insufficient': { status: 422 },
  /** The operator's wallet knows no such player, or no account of theirs in the currency. */
  'wallet.unknownPlayer': { status: 422 },
  'wallet.unknownCurrency': { status: 422 },
  'bonus.notFound': { status: 404 },
  /** The bonus is accrued, revoked or expired. */
  'bonus.notOpen': { status: 409 },
  /** The bonus doesn't apply to this method, or needs a higher deposit. */
  'bonus.notApplicable': { status: 422 },
  'method.unavailable': { status: 422 },
  'method.maintenance': { status: 422 },
  /** None of the operator's own accounts is free for this amount now. */
  'requisites.noneFree': { status: 422 },
  /** The player has `params.count` open deposits, or orders of the package, and gets no further one. */
  'deposits.tooMany': { status: 422 },
  /** The player has `params.count` open invoices to the operator's accounts, and gets no further one. */
  'invoices.tooMany': { status: 422 },
  /** The player has left invoices unpaid: the next one is given out from `params.until` on (ISO 8601). */
  'invoices.paused': { status: 422 },
  'currency.unsupported': { status: 422 },
  'amount.invalid': { status: 422 },
  'amount.belowMin': { status: 422 },
  'amount.aboveMax': { status: 422 },
  'limit.exceeded': { status: 422 },
  'player.blocked': { status: 403 },
  'player.selfExcluded': { status: 403 },
  /**
   * The coin package has another price or fewer coins than the player saw: `params.price`,
   * `params.currency`.
   */
  'package.changed': { status: 409 },
  /** The coin package is sold out, over, or was bought as often as the player may. */
  'package.unavailable': { status: 409 },
  /** The player's region, or a player without a known region, takes no part in sweepstakes. */
  'sweepstake.excluded': { status: 403 },
  /** The operator hasn't stated that the player is old enough. */
  'sweepstake.underage': { status: 403 },
  /** Of the sweep coins `params.amount` can be redeemed; the rest has still to be played. */
  'payout.playthrough': { status: 422 },
  /** The operator's approval declined the transaction. */
  'operator.declined': { status: 422 },
  /** §8: a fresh captcha solution is needed; the client may repeat the call with one. */
  captcha_required: { status: 422 },
  'returnUrl.forbidden': { status: 422 },
  /** The provider declined and gives a reason in words for the player (§8). */
  'banking.merchantClientError': { status: 422 },
  /** A field breaks its rules (§8); `params.field` names it. */
  'banking.paymentMethodRegex': { status: 422 },
  'provider.declined': { status: 422 },
  'provider.unavailable': { status: 502 },
  'provider.timeout': { status: 504 },
  'server.error': { status: 500 },
} as const satisfies Record<string, { status: number }>;

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
