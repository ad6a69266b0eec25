import * as z from 'zod/mini';

const faults = ['normal', 'unavailable', 'rate-limited', 'slow', 'malformed', 'broken'] as const;

/**
 * How the provider misbehaves until the behaviour changes. Real providers have all of these faults.
 *
 * - `unavailable` responds with 503 and does nothing;
 * - `rate-limited` responds with 429 and a Retry-After and does nothing;
 * - `declined` responds with 422 and a text for the player and does nothing;
 * - `slow` processes the request and responds after 20 s, when most clients have timed out;
 * - `malformed` processes the request and responds with 200 and HTML instead of JSON;
 * - `broken` processes the request and responds with 500.
 */
const faultSchema = z.enum([...faults, 'declined']);

export type Fault = z.infer<typeof faultSchema>;

export const behavioursSchema = z.object({
  /** Creating a payment. */
  create: faultSchema,
  /** The merchant's completion or cancellation of a payment, and the choice of its offer. */
  update: faultSchema,
  /**
   * What becomes of the offers of a payment that buys crypto. At the first choice, `changed` raises all
   * prices, and `away` removes the chosen seller. `declined` responds to every choice with 422, and
   * `none` to the creation.
   */
  offers: z.enum(['normal', 'changed', 'away', 'declined', 'none']),
  /** Whether a pending payment can be canceled: `impossible` responds with 409. */
  cancel: z.enum(['possible', 'impossible']),
  /** Reading a payment, a payout or a refund. */
  status: z.enum(faults),
  /** Creating a payout. */
  payout: faultSchema,
  /**
   * The outcome of a payout: `completed` after 2 s, or `completed-at-once`; `failed` after 2 s;
   * `returned` 2 s after its completion, `returned-later` 3 days after it by the provider's clock.
   * `late` is accepted after 20 s, when most clients have timed out, and completed 2 s later.
   * `undecided` waits for a decision; `hangs` is sent after 2 s, and then waits for one.
   */
  payoutOutcome: z.enum([
    'completed',
    'completed-at-once',
    'failed',
    'returned',
    'returned-later',
    'late',
    'hangs',
    'undecided',
  ]),
  /** Asking whose account it is. */
  nameEnquiry: z.enum(faults),
  /** Creating a refund. */
  refund: faultSchema,
  /**
   * The outcome of a refund: `completed` after 2 s, or `completed-at-once`; `failed` after 2 s.
   * `undecided` waits for a decision.
   */
  refundOutcome: z.enum(['completed', 'completed-at-once', 'failed', 'undecided']),
  /** Whether a receipt can still be voided: `impossible` responds with 422. */
  void: z.enum(['possible', 'impossible']),
  /** The provider's fee for each receipt and each payout, in percent; `0`: none. */
  feePercent: z
    .string()
    .check(z.regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage such as "1.5"')),
  /**
   * - `lost` never sends notifications created while it is set;
   * - `duplicate` sends each of them twice, with one event id;
   * - `wrong-signature` signs every attempt with another secret while it is set;
   * - `delayed` sends each after 5 s;
   * - `reordered` delays every other one until the next one was accepted, for 5 s at most.
   */
  webhook: z.enum(['normal', 'lost', 'duplicate', 'wrong-signature', 'delayed', 'reordered']),
});

export type Behaviours = z.infer<typeof behavioursSchema>;

/** A change; omitted behaviours stay as they are. */
export const behaviourChangeSchema = z.partial(behavioursSchema);

export const normalBehaviours: Behaviours = {
  create: 'normal',
  update: 'normal',
  offers: 'normal',
  cancel: 'possible',
  status: 'normal',
  payout: 'normal',
  payoutOutcome: 'completed',
  nameEnquiry: 'normal',
  refund: 'normal',
  refundOutcome: 'completed',
  void: 'possible',
  feePercent: '0',
  webhook: 'normal',
};
