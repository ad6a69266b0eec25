import * as z from 'zod/mini';
import { deliveryStates, listDeliveries } from '../../messages/webhooks/list-deliveries.ts';
import { defineReading } from '../define-endpoint.ts';
import { deliverySchema, describeDelivery } from '../lookup/describe-outgoing.ts';
import { boundsAfter, buildPage, findBounds, pageFields, pageSchema } from '../paging.ts';
import { rangeEndSchema, resolveFrom, resolveTo } from '../request-fields.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/webhooks/deliveries',
  scope: 'read',
  summary: 'List webhooks and their delivery status.',
  command: { words: 'webhooks list' },
  request: z.strictObject({
    ...pageFields,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(99)), 50),
    status: z.optional(z.enum(deliveryStates)),
    type: z.optional(z.string()),
    player: z.optional(z.string().check(z.describe('your id of the player'))),
    from: z.optional(rangeEndSchema),
    to: z.optional(rangeEndSchema),
  }),
  response: pageSchema(deliverySchema),
  read: async (core, { brandId }, { limit, cursor, player, ...filter }) => {
    const from = filter.from === undefined ? undefined : resolveFrom(filter.from);
    const to = filter.to === undefined ? undefined : resolveTo(filter.to);
    const isIndexed = player !== undefined || (from === undefined && to === undefined);
    const bounds = isIndexed
      ? boundsAfter(cursor)
      : await findBounds(core.db, 'webhook_events', brandId, { cursor, from, to });
    const deliveries = await listDeliveries(core.db, brandId, {
      ...filter,
      playerId: player,
      from,
      to,
      before: bounds.before ?? undefined,
      least: bounds.least ?? undefined,
      limit: limit + 1,
    });
    return buildPage(deliveries, limit, describeDelivery, bounds);
  },
});
