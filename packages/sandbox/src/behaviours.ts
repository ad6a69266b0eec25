import * as z from 'zod/mini';

const faults = ['normal', 'unavailable', 'rate-limited', 'slow', 'malformed', 'broken'] as const;

/**
 * How the provider misbehaves, until told otherwise. Every one is a fault that real providers show.
 *
 * - `unavailable` answers 503 and does nothing;
 * - `rate-limited` answers 429 with a Retry-After and does nothing;
 * - `declined` answers 422 with words meant for the player and does nothing;
 * - `slow` does it and answers after 20 s, when most clients have given up;
 * - `malformed` does it and answers 200 with a page instead of JSON;
 * - `broken` does it and answers 500.
 */
const faultSchema = z.enum([...faults, 'declined']);

export type Fault = z.infer<typeof faultSchema>;

export const behavioursSchema = z.object({
  /** Creating a payment. */
  create: faultSchema,
  /** The merchant's completing or canceling of a payment. */
  update: faultSchema,
  /** Asking for a payment or a payout. */
  status: z.enum(faults),
  /** Creating a payout. */
  payout: faultSchema,
  /**
   * What becomes of a payout by itself: `completed` after 2 s, or `completed-at-once`; `failed` after
   * 2 s; `returned` 2 s after it was completed. `undecided` waits to be told.
   */
  payoutOutcome: z.enum(['completed', 'completed-at-once', 'failed', 'returned', 'undecided']),
  /** What the provider keeps of each receipt and takes for each payout, in percent; `0`: nothing. */
  feePercent: z
    .string()
    .check(z.regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage such as "1.5"')),
  /**
   * - `lost` never sends the notifications that arise while it is set;
   * - `duplicate` sends each of them twice, with one event id;
   * - `wrong-signature` signs every attempt with another secret while it is set;
   * - `delayed` sends each after 5 s;
   * - `reordered` holds every other one back until the next one was taken, for 5 s at most.
   */
  webhook: z.enum(['normal', 'lost', 'duplicate', 'wrong-signature', 'delayed', 'reordered']),
});

export type Behaviours = z.infer<typeof behavioursSchema>;

/** A change: what is left out stays as it is. */
export const behaviourChangeSchema = z.partial(behavioursSchema);

export const normalBehaviours: Behaviours = {
  create: 'normal',
  update: 'normal',
  status: 'normal',
  payout: 'normal',
  payoutOutcome: 'completed',
  feePercent: '0',
  webhook: 'normal',
};
