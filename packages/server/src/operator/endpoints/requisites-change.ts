import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { mayBePaid } from '../../money/requisites/add-requisite.ts';
import { defineAct } from '../define-endpoint.ts';
import { checkSettings } from '../requisites/check-settings.ts';
import {
  describeSettings,
  loadRequisite,
  lockRequisite,
  requisiteSchema,
} from '../requisites/find-requisite.ts';
import { changeFields } from '../requisites/requisite-fields.ts';
import { decodeHours, encodeHours } from '../requisites/working-hours.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/requisites/{requisiteId}/change',
  scope: 'requisites',
  summary: 'Change the settings of one of your own accounts. Fields that are left out stay.',
  subject: { kind: 'requisite', field: 'requisiteId' },
  command: { words: 'requisites change', arguments: ['requisiteId'] },
  request: z.strictObject({ requisiteId: z.string(), ...changeFields }),
  response: requisiteSchema,
  act: async (core, { tx, operator: { brandId } }, { requisiteId, ...change }) => {
    const row = await lockRequisite(tx, brandId, requisiteId);
    const {
      methods = row.methods,
      owner = row.owner,
      hasReference = row.has_reference,
      minAmount = row.min_amount,
      maxAmount = row.max_amount,
      dayAmountLimit = row.day_amount_limit,
      dayCountLimit = row.day_count_limit,
      workingHours = encodeHours(row),
      timeZone = row.time_zone,
      cooldownMinutes = row.cooldown_minutes,
    } = change;
    const changed = {
      methods: [...new Set(methods)],
      owner,
      has_reference: hasReference,
      min_amount: minAmount,
      max_amount: maxAmount,
      day_amount_limit: dayAmountLimit,
      day_count_limit: dayCountLimit,
      ...decodeHours(workingHours),
      time_zone: timeZone,
      cooldown_minutes: cooldownMinutes,
    };
    if (hasReference !== row.has_reference && (await mayBePaid(tx, [row.id], core.now()))) {
      const message =
        'hasReference: can’t change while an invoice is live, cooling or may be paid late';
      throw new CallError('request.invalid', message, { field: 'hasReference' });
    }
    checkSettings(core.catalogOf(brandId), { ...row, ...changed });
    const after = await tx
      .updateTable('requisites')
      .set({ ...changed, updated_at: core.now() })
      .where('brand_id', '=', brandId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return {
      response: await loadRequisite(tx, brandId, row.id, core.now()),
      before: describeSettings(row),
      after: describeSettings(after),
    };
  },
});
