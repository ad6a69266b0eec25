/** `void`: the provider cancels the whole payment before it is settled. */
export const refundKinds = ['refund', 'void'] as const;

export type RefundKind = (typeof refundKinds)[number];

/** The statuses of a refund that an operator requested through the provider. */
export const refundStatuses = [
  /** The operator's wallet is asked to hold the money. */
  'created',
  /** The money is held; the provider is asked as soon as it can be reached. */
  'approved',
  /** The request to the provider is pending. */
  'sending',
  /** The provider has accepted it. */
  'sent',
  /** The provider was asked, and its outcome is unknown. */
  'unknown',
  /** A person must decide. */
  'inReview',
  /** The provider has sent the money back. */
  'completed',
  /** The provider did not send it, and the player has the money again. */
  'failed',
  /** The operator's wallet refused the hold. */
  'rejected',
] as const;

export type RefundStatus = (typeof refundStatuses)[number];
