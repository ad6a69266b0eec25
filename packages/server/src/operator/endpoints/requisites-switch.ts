import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { isUuid } from '../../ground/is-uuid.ts';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../request-fields.ts';
import { countLive, requisiteNotFound } from '../requisites/find-requisite.ts';

const stateSchema = z.enum(['on', 'off']);

export const endpoint = defineAct({
  method: 'POST',
  path: '/requisites/switch',
  scope: 'requisites',
  summary: 'Switch one of your own accounts, or all of an owner or a bank, on or off, at once.',
  command: [
    {
      words: 'requisites on',
      summary: 'Give one of your own accounts, or all of an owner or a bank, to players again.',
      arguments: ['requisiteId'],
      fixed: { state: 'on' },
    },
    {
      words: 'requisites off',
      summary:
        'Give one of your own accounts, or all of an owner or a bank, to no more players, at once.',
      arguments: ['requisiteId'],
      fixed: { state: 'off' },
    },
  ],
  request: z.strictObject({
    requisiteId: z.optional(z.string().check(z.describe('one account; else --owner or --bank'))),
    owner: z.optional(z.string().check(z.describe('all accounts of this owner'))),
    bank: z.optional(z.string().check(z.describe('all accounts at this bank'))),
    state: stateSchema,
    reason: reasonSchema,
  }),
  response: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        bank: z.nullable(z.string()),
        owner: z.nullable(z.string()),
        state: stateSchema,
        /** They stand: what is paid for them is credited, also while the account is off. */
        liveInvoices: z.int(),
      }),
    ),
  }),
  act: async (core, { tx, operator: { brandId } }, { requisiteId, owner, bank, state }) => {
    if ((requisiteId ?? owner ?? bank) === undefined) {
      const message = 'requisiteId: name an account, an owner or a bank';
      throw new CallError('request.invalid', message, { field: 'requisiteId' });
    }
    if (requisiteId !== undefined && !isUuid(requisiteId)) throw requisiteNotFound();
    let query = tx
      .selectFrom('requisites')
      .select(['id', 'is_on', 'masked', 'bank', 'owner'])
      .where('brand_id', '=', brandId)
      .where('removed_at', 'is', null);
    if (requisiteId !== undefined) query = query.where('id', '=', requisiteId);
    if (owner !== undefined) query = query.where('owner', '=', owner);
    if (bank !== undefined) query = query.where('bank', '=', bank);
    const rows = await query.orderBy('id').forUpdate().execute();
    if (rows.length === 0) throw requisiteNotFound();
    const ids = rows.map(({ id }) => id);
    await tx
      .updateTable('requisites')
      .set({ is_on: state === 'on', updated_at: core.now() })
      .where('brand_id', '=', brandId)
      .where('id', 'in', ids)
      .execute();
    const live = await countLive(tx, ids);
    const items = rows.map(({ id, masked: number, bank, owner }) => {
      return { id, number, bank, owner, state, liveInvoices: live.get(id) ?? 0 };
    });
    const wereOn = rows.filter(({ is_on }) => is_on).map(({ id }) => id);
    return {
      response: { items },
      ...(requisiteId !== undefined && { subject: { kind: 'requisite', id: requisiteId } }),
      before: { on: wereOn, off: ids.filter((id) => !wereOn.includes(id)) },
      after: { [state]: ids },
    };
  },
});
