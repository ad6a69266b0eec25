import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  describeNotification,
  notificationSchema,
  notificationStates,
  openOutcomes,
} from '../lookup/notifications.ts';
import { boundsAfter, buildPage, findBounds, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/notifications',
  scope: 'read',
  summary:
    "List providers' notifications that had no effect and wait for you, or those of another state.",
  command: {
    words: 'notifications list',
    columns: ['id', 'receivedAt', 'connector', 'notificationId', 'outcome', 'attempts', 'events'],
  },
  request: z.strictObject({
    ...pageFields,
    state: z._default(
      z
        .enum(notificationStates)
        .check(z.describe('open: waits for your decision; waiting: not processed yet')),
      'open',
    ),
    connector: z.optional(z.string()),
  }),
  response: pageSchema(notificationSchema),
  read: async (core, { brandId }, { limit, cursor, state, connector }) => {
    const isIndexed = state === 'open' || state === 'waiting' || (state === 'all' && !connector);
    const bounds = isIndexed
      ? boundsAfter(cursor)
      : await findBounds(core.db, 'provider_notifications', brandId, { cursor });
    let query = core.db
      .selectFrom('provider_notifications')
      .selectAll()
      .where('brand_id', '=', brandId);
    if (bounds.before !== null) query = query.where('id', '<', bounds.before);
    if (bounds.least !== null) query = query.where('id', '>=', bounds.least);
    if (connector !== undefined) query = query.where('connector', '=', connector);
    if (state === 'waiting') query = query.where('processed_at', 'is', null);
    if (state === 'resolved') query = query.where('resolved_at', 'is not', null);
    if (state === 'open') {
      query = query.where('resolved_at', 'is', null).where('outcome', 'in', openOutcomes);
    }
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, (row) => describeNotification(core, row), bounds);
  },
});
