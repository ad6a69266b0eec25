import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { maskAccount } from '../../money/requisites/account-number.ts';
import { addRequisite, RequisiteTaken } from '../../money/requisites/add-requisite.ts';
import { resolvePayee } from '../../money/requisites/resolve-payee.ts';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { checkSettings, resolveAccount } from '../requisites/check-settings.ts';
import { loadRequisite, requisiteSchema } from '../requisites/find-requisite.ts';
import { newFields } from '../requisites/requisite-fields.ts';
import { decodeHours } from '../requisites/working-hours.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/requisites',
  scope: 'requisites',
  summary: 'Add one of your own accounts, into which players pay. It is given out at once.',
  command: { words: 'requisites add', secret: 'number' },
  request: z.strictObject(newFields),
  response: requisiteSchema,
  // The log gets no details of the payee: neither the number nor its holder.
  logged: ({ number, holder: _, bankCode: __, ...rest }) => ({
    ...rest,
    number: maskAccount(number),
  }),
  act: async (core, { tx, operator, resourceId }, request) => {
    const { brandId } = operator;
    const { kind, country, currency, bank = null } = request;
    const resolved = resolvePayee(request);
    if ('problem' in resolved) {
      const { field, message } = resolved.problem;
      throw new CallError('request.invalid', `${field}: ${message}`, { field });
    }
    const settings = {
      account: resolveAccount(core, brandId, request.account),
      kind,
      country,
      currency,
      bank,
      methods: [...new Set(request.methods)],
      owner: request.owner ?? null,
      has_reference: request.hasReference ?? false,
      min_amount: request.minAmount ?? null,
      max_amount: request.maxAmount ?? null,
      day_amount_limit: request.dayAmountLimit ?? null,
      day_count_limit: request.dayCountLimit ?? null,
      ...decodeHours(request.workingHours ?? null),
      time_zone: request.timeZone ?? 'UTC',
      cooldown_minutes: request.cooldownMinutes ?? 60,
    };
    checkSettings(core.catalogOf(brandId), settings);
    const requisite = { ...settings, payee: resolved.payee, id: resourceId };
    const row = await addRequisite(core, tx, brandId, requisite).catch((error: unknown) => {
      if (!(error instanceof RequisiteTaken)) throw error;
      throw new OperatorError(
        'requisite.taken',
        'This account is in a pool of this server already, or may still be paid for an earlier invoice of another pool.',
      );
    });
    const response = await loadRequisite(tx, brandId, row.id, core.now());
    return { response, subject: { kind: 'requisite', id: row.id }, after: response };
  },
});
