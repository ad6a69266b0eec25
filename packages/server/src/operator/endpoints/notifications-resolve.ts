import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import {
  describeNotification,
  lockNotification,
  notificationSchema,
  openOutcomes,
} from '../lookup/notifications.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/notifications/{notificationId}/resolve',
  scope: 'deposits',
  summary: 'Close a notification that had no effect, after you have done what it requires.',
  subject: { kind: 'notification', field: 'notificationId' },
  command: { words: 'notifications resolve', arguments: ['notificationId'] },
  request: z.strictObject({ notificationId: z.uuid(), reason: reasonSchema }),
  response: notificationSchema,
  act: async (core, { tx, operator }, { notificationId: id, reason }) => {
    const row = await lockNotification(tx, operator.brandId, id);
    const isOpen = row.resolved_at === null && openOutcomes.includes(row.outcome ?? '');
    if (!isOpen) {
      throw new OperatorError('act.impossible', 'This notification does not wait for a decision.');
    }
    const resolved = await tx
      .updateTable('provider_notifications')
      .set({ resolved_at: core.now(), resolved_reason: `${operator.actor}: ${reason}` })
      .where('brand_id', '=', operator.brandId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return {
      response: describeNotification(core, resolved),
      before: { outcome: row.outcome, resolvedAt: null },
      after: { outcome: row.outcome, resolvedAt: resolved.resolved_at?.toISOString() ?? null },
    };
  },
});
