/** Every time span of the provider, in milliseconds. Tests shorten them. */
export interface Timing {
  /** The delay before a notification's second attempt; doubles with each further one. */
  firstRetryMs: number;
  longestRetryMs: number;
  /** The age after which a notification is dropped. */
  giveUpAfterMs: number;
  attemptTimeoutMs: number;
  /** The delay of a `delayed` or `reordered` notification. */
  webhookDelayMs: number;
  lateApprovalMs: number;
  slowAnswerMs: number;
  /** The time between a payout's status changes, and before a refund's outcome. */
  payoutStepMs: number;
  /** The time between a payout's completion and its return, with `returned-later`. */
  lateReturnMs: number;
  /** The lifetime of an offer of crypto. */
  offerLifetimeMs: number;
  /** The Retry-After of `rate-limited`, in whole seconds. */
  retryAfterMs: number;
  /** The time between two blocks of a chain's automatic miner. */
  chainBlockMs: number;
  /** How long a chain that mines by itself leaves its page to a visitor, from each request on. */
  chainRestMs: number;
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
  lateReturnMs: 3 * 24 * 60 * 60 * 1000,
  offerLifetimeMs: 60_000,
  retryAfterMs: 5_000,
  chainBlockMs: 3_000,
  chainRestMs: 20_000,
};
