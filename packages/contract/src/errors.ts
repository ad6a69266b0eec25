/**
 * Every error a call can answer with: its HTTP status and whether sending the same request again
 * can help. The player's words for a code stand in the locale files at `common.errors.<code>` (§8).
 */
export const errors = {
  'auth.tokenMissing': { status: 401, isRetryable: false },
  'auth.tokenInvalid': { status: 401, isRetryable: false },
  'auth.tokenExpired': { status: 401, isRetryable: false },
  'request.malformed': { status: 400, isRetryable: false },
  'request.invalid': { status: 400, isRetryable: false },
  'request.tooLarge': { status: 413, isRetryable: false },
  'call.unknown': { status: 404, isRetryable: false },
  'idempotency.keyMissing': { status: 400, isRetryable: false },
  'idempotency.keyReused': { status: 422, isRetryable: false },
  'idempotency.inFlight': { status: 409, isRetryable: true },
  'session.notFound': { status: 404, isRetryable: false },
  'deposit.notFound': { status: 404, isRetryable: false },
  /** What was asked of a deposit or withdrawal no longer fits how it stands. */
  'deposit.notOpen': { status: 409, isRetryable: false },
  'withdrawal.notFound': { status: 404, isRetryable: false },
  'withdrawal.notOpen': { status: 409, isRetryable: false },
  /** The player's balance doesn't cover the withdrawal. */
  'balance.insufficient': { status: 422, isRetryable: false },
  'bonus.notFound': { status: 404, isRetryable: false },
  /** Accrued, revoked or expired. */
  'bonus.notOpen': { status: 409, isRetryable: false },
  /** Not with this method, or not with so little. */
  'bonus.notApplicable': { status: 422, isRetryable: false },
  'method.unavailable': { status: 422, isRetryable: false },
  'method.maintenance': { status: 422, isRetryable: false },
  'currency.unsupported': { status: 422, isRetryable: false },
  'amount.invalid': { status: 422, isRetryable: false },
  'amount.belowMin': { status: 422, isRetryable: false },
  'amount.aboveMax': { status: 422, isRetryable: false },
  'limit.exceeded': { status: 422, isRetryable: false },
  'player.blocked': { status: 403, isRetryable: false },
  'player.selfExcluded': { status: 403, isRetryable: false },
  /** The operator's own approval said no. */
  'operator.declined': { status: 422, isRetryable: false },
  /** §8: a fresh captcha solution is needed; the call may be made again with one. */
  captcha_required: { status: 422, isRetryable: false },
  'rate.limited': { status: 429, isRetryable: true },
  'returnUrl.forbidden': { status: 422, isRetryable: false },
  /** The provider refused and says why in words meant for the player (§8). */
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

/** An expected failure of a call. `params` fill the message's placeholders; they hold no secret. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string>;
  /** What the player gives to support, where it isn't the request itself: a deposit's reference. */
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
