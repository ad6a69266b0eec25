import * as z from 'zod/mini';
import { isInForce, type PlayerBlock } from '../../players/player-blocks.ts';
import type { PlayerLimit } from '../../players/player-limits.ts';
import { instantSchema } from '../instants.ts';

/** A limit as operators see it. */
export const limitSchema = z.object({
  transaction: z.enum(['deposit', 'withdrawal']),
  period: z.enum(['day', 'week', 'month']),
  source: z.enum(['operator', 'player']),
  amount: z.string(),
  currency: z.string(),
  /** What a player asked for that loosens their own limit, and from when; null is its end. */
  pending: z.nullable(z.object({ amount: z.nullable(z.string()), from: instantSchema })),
  reason: z.string(),
  actor: z.string(),
  updatedAt: instantSchema,
});

export function describeLimit(limit: PlayerLimit): z.infer<typeof limitSchema> {
  const { pending, updatedAt, ...rest } = limit;
  return {
    ...rest,
    pending: pending && { amount: pending.amount, from: pending.from.toISOString() },
    updatedAt: updatedAt.toISOString(),
  };
}

/** A block as operators see it. */
export const blockSchema = z.object({
  id: z.string(),
  what: z.enum(['deposits', 'withdrawals', 'all']),
  source: z.enum(['operator', 'selfExclusion']),
  isInForce: z.boolean(),
  /** Null: for good. */
  until: z.nullable(instantSchema),
  reason: z.string(),
  actor: z.string(),
  createdAt: instantSchema,
  liftedAt: z.nullable(instantSchema),
  liftedBy: z.nullable(z.string()),
});

export function describeBlock(block: PlayerBlock, now: Date): z.infer<typeof blockSchema> {
  return {
    id: block.id,
    what: block.what,
    source: block.source,
    isInForce: isInForce(block, now),
    until: block.until?.toISOString() ?? null,
    reason: block.reason,
    actor: block.actor,
    createdAt: block.created_at.toISOString(),
    liftedAt: block.lifted_at?.toISOString() ?? null,
    liftedBy: block.lifted_by,
  };
}
