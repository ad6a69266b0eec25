import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../request-fields.ts';
import { loadRequisite, lockRequisite, requisiteSchema } from '../requisites/find-requisite.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/requisites/{requisiteId}/remove',
  scope: 'requisites',
  summary: 'Remove one of your own accounts. Its live invoices stand; late payments are credited.',
  subject: { kind: 'requisite', field: 'requisiteId' },
  command: { words: 'requisites remove', arguments: ['requisiteId'] },
  request: z.strictObject({ requisiteId: z.string(), reason: reasonSchema }),
  response: requisiteSchema,
  act: async (core, { tx, operator: { brandId } }, { requisiteId }) => {
    const row = await lockRequisite(tx, brandId, requisiteId);
    const now = core.now();
    // The row stays: transfers to it are matched with its invoices, whenever they arrive.
    await tx
      .updateTable('requisites')
      .set({ is_on: false, removed_at: now, updated_at: now })
      .where('brand_id', '=', brandId)
      .where('id', '=', row.id)
      .execute();
    return {
      response: await loadRequisite(tx, brandId, row.id, now),
      before: { isOn: row.is_on },
      after: { isRemoved: true },
    };
  },
});
