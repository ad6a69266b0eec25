/** Every time span of the provider, in milliseconds. Tests shorten them. */
export interface Timing {
  /** Wait before a notification's second attempt; doubles with each further one. */
  firstRetryMs: number;
  longestRetryMs: number;
  /** Age at which a notification is given up. */
  giveUpAfterMs: number;
  attemptTimeoutMs: number;
  /** How long a `delayed` or `reordered` notification waits. */
  webhookDelayMs: number;
  lateApprovalMs: number;
  slowAnswerMs: number;
  /** Between a payout's steps. */
  payoutStepMs: number;
  /** What `rate-limited` answers in Retry-After; whole seconds. */
  retryAfterMs: number;
}

export const realTiming: Timing = {
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  giveUpAfterMs: 3 * 24 * 60 * 60 * 1000,
  attemptTimeoutMs: 5_000,
  webhookDelayMs: 5_000,
  lateApprovalMs: 30_000,
  slowAnswerMs: 20_000,
  payoutStepMs: 2_000,
  retryAfterMs: 5_000,
};
