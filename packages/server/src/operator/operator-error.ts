/**
 * What the operator API refuses with, besides the errors that it shares with the players' calls
 * (contract/errors.ts): the HTTP status of each.
 */
export const operatorErrors = {
  /** Unknown, wrong, expired or revoked: which of these it is, the answer doesn't say. */
  'key.invalid': 401,
  'scope.missing': 403,
  /** A key can't give another one longer than it lasts itself. */
  'key.outlivesOwn': 403,
  'payment.notFound': 404,
  'notification.notFound': 404,
  'player.notFound': 404,
  'block.notFound': 404,
  'method.notFound': 404,
  'connector.notFound': 404,
  'delivery.notFound': 404,
  'operation.notFound': 404,
  'run.notFound': 404,
  'key.notFound': 404,
  /** What was asked no longer fits how the subject stands. */
  'act.impossible': 409,
  'settlement.unreadable': 422,
} as const satisfies Record<string, number>;

export type OperatorErrorCode = keyof typeof operatorErrors;

/** An expected failure of the operator API. */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode;
  /** Where one line doesn't say it all: what is wrong, one thing each. */
  readonly details: readonly string[];

  constructor(code: OperatorErrorCode, message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'OperatorError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return operatorErrors[this.code];
  }
}
