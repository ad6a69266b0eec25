/**
 * The error codes of the operator API with their HTTP statuses, besides those that it shares with
 * the players' calls (contract/errors.ts).
 */
export const operatorErrors = {
  /** The key is unknown, wrong, expired or revoked; the response doesn't say which. */
  'key.invalid': 401,
  'scope.missing': 403,
  /** A key can't grant another key a later expiry than its own. */
  'key.outlivesOwn': 403,
  /** The approving key is the proposing key, or may be in the hands of the same person. */
  'approval.notIndependent': 403,
  'payment.notFound': 404,
  'notification.notFound': 404,
  'bankTransfer.notFound': 404,
  'chain.notFound': 404,
  /** Of payments on chains; `payment.notFound` is of receipts. */
  'chainPayment.notFound': 404,
  'claim.notFound': 404,
  /** The claim has no such file, or retention has deleted it. */
  'proof.notFound': 404,
  'player.notFound': 404,
  'block.notFound': 404,
  'method.notFound': 404,
  /** The brand has no such coin package. */
  'package.notFound': 404,
  'connector.notFound': 404,
  'delivery.notFound': 404,
  'operation.notFound': 404,
  'refund.notFound': 404,
  'run.notFound': 404,
  'requisite.notFound': 404,
  'statement.notFound': 404,
  /** The brand has no such file of payouts, or its content was deleted. */
  'payoutFile.notFound': 404,
  'key.notFound': 404,
  'pendingAct.notFound': 404,
  /** The status of the subject no longer allows the act. */
  'act.impossible': 409,
  /**
   * The money may be known from another source; `details` names what it resembles, and
   * `params.separateFrom` lists the ids.
   */
  'money.resembles': 409,
  /** The same act on the same subject already waits for approval. */
  'act.pending': 409,
  /** The transfer looks like the operator's own money (`params.because`): nobody was credited. */
  'bankTransfer.ownMoney': 409,
  /** Other money came back than the withdrawal had paid (`params.came`, `params.paid`). */
  'bankTransfer.otherAmount': 409,
  /** The player can't send a file: five were sent, or the deposit takes no claim any more. */
  'claim.noMoreProofs': 409,
  /** The account to be added is in a pool of this server, or may still be paid for another one. */
  'requisite.taken': 409,
  /**
   * The refund is more than what is left of the payment, or of the largest one (`params.left`), in
   * `params.currency`; `params.total` is left of all payments.
   */
  'refund.aboveLeft': 422,
  /** The debit is more than the player's balance (`params.left`, in `params.currency`). */
  'correction.aboveBalance': 422,
  /** The free entry was granted with other coins, or to another player. */
  'entry.used': 409,
  'settlement.unreadable': 422,
  /** `details` names up to 20 places. */
  'statement.unreadable': 422,
  /** The statement is of another account than the request says, or of none of the brand's. */
  'statement.otherAccount': 422,
  /** The bank's answer to a file of payouts; `details` says why. */
  'payoutFile.unreadable': 422,
  /** The brands' files have problems; `details` names them. */
  'config.refused': 422,
} as const satisfies Record<string, number>;

export type OperatorErrorCode = keyof typeof operatorErrors;

/** An expected failure of the operator API. */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode;
  /** The individual problems, if there are several. */
  readonly details: readonly string[];
  readonly params: Readonly<Record<string, string>>;

  constructor(
    code: OperatorErrorCode,
    message: string,
    details: readonly string[] = [],
    params: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'OperatorError';
    this.code = code;
    this.details = details;
    this.params = params;
  }

  get status(): number {
    return operatorErrors[this.code];
  }
}
