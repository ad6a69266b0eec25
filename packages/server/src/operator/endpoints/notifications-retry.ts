import * as z from 'zod/mini';
import { processNotification } from '../../money/provider-events/process-notification.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  describeNotification,
  lockNotification,
  notificationSchema,
} from '../lookup/notifications.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/notifications/{notificationId}/retry',
  scope: 'deposits',
  summary: 'Process a notification again, after its cause of failure is fixed.',
  subject: { kind: 'notification', field: 'notificationId' },
  command: { words: 'notifications retry', arguments: ['notificationId'] },
  request: z.strictObject({ notificationId: z.uuid(), reason: reasonSchema }),
  response: notificationSchema,
  act: async (core, { tx, operator }, { notificationId: id }) => {
    const row = await lockNotification(tx, operator.brandId, id);
    if (row.resolved_at !== null) {
      throw new OperatorError('act.impossible', 'This notification is already resolved.');
    }
    if (row.body === '') {
      const message = 'The body of this notification was deleted after its retention period.';
      throw new OperatorError('act.impossible', message);
    }
    const now = core.now();
    const again = await tx
      .updateTable('provider_notifications')
      .set({ processed_at: null, outcome: null, next_attempt_at: now })
      .where('brand_id', '=', operator.brandId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return {
      response: describeNotification(core, again),
      before: { outcome: row.outcome, attempts: row.attempts },
      after: { outcome: null },
      afterCommit: () => processNotification(core, id),
    };
  },
});
