import * as z from 'zod/mini';
import type { Delivery } from '../../messages/webhooks/list-deliveries.ts';
import { instantSchema } from '../instants.ts';

/** An event and how its delivery stands. */
export const deliverySchema = z.object({
  id: z.string(),
  type: z.string(),
  player: z.string(),
  sequence: z.int(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  createdAt: instantSchema,
  deliveredAt: z.nullable(instantSchema),
  nextAttemptAt: z.nullable(instantSchema),
});

export function describeDelivery(delivery: Delivery): z.infer<typeof deliverySchema> {
  return {
    id: delivery.id,
    type: delivery.type,
    player: delivery.playerId,
    sequence: delivery.sequence,
    status: delivery.status,
    attempts: delivery.attempts,
    createdAt: delivery.createdAt.toISOString(),
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  };
}
