import * as z from 'zod/mini';
import { chainFields, findRail } from '../chains/find-chain.ts';
import { rescanChain } from '../chains/rescan-chain.ts';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/chains/{account}/{blockchain}/rescan',
  scope: 'chains',
  summary: 'Have the blocks of a chain read again from a height; nothing is credited twice.',
  command: { words: 'chains rescan', arguments: ['account', 'blockchain'] },
  request: z.strictObject({
    ...chainFields,
    fromHeight: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
    reason: reasonSchema,
  }),
  response: z.object({
    account: z.string(),
    blockchain: chainFields.blockchain,
    rescanFrom: z.int(),
    /** The last block that was read before. */
    rescanUntil: z.int(),
  }),
  act: async (core, { tx, operator: { brandId } }, { account, blockchain, fromHeight }) => {
    findRail(core, brandId, { account, blockchain });
    const rescan = { brandId, account, blockchain, fromHeight };
    const { before, after } = await rescanChain(tx, rescan);
    const rescanUntil = after.rescan_until ?? fromHeight;
    return {
      response: { account, blockchain, rescanFrom: fromHeight, rescanUntil },
      subject: { kind: 'chain', id: `${account} ${blockchain}` },
      before: { height: before.height, paused: before.paused },
      after: { rescanFrom: fromHeight, rescanUntil },
    };
  },
});
