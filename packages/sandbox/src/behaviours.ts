import * as z from 'zod/mini';

/**
 * How the provider misbehaves, until told otherwise. Every one is a fault that real providers show.
 *
 * create:
 * - `unavailable` answers 503 and creates nothing;
 * - `slow` creates the payment and answers after 20 s, when most clients have given up;
 * - `malformed` creates the payment and answers 200 with a page instead of JSON;
 * - `declined` answers 422 with words meant for the player.
 *
 * webhook:
 * - `lost` never sends the notifications that arise while it is set;
 * - `duplicate` sends each of them twice, with one event id;
 * - `wrong-signature` signs every attempt with another secret while it is set.
 */
export const behavioursSchema = z.object({
  create: z.enum(['normal', 'unavailable', 'slow', 'malformed', 'declined']),
  webhook: z.enum(['normal', 'lost', 'duplicate', 'wrong-signature']),
});

export type Behaviours = z.infer<typeof behavioursSchema>;

/** A change: what is left out stays as it is. */
export const behaviourChangeSchema = z.partial(behavioursSchema);

export const normalBehaviours: Behaviours = { create: 'normal', webhook: 'normal' };
