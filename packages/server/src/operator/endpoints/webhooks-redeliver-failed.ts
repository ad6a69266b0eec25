import * as z from 'zod/mini';
import { redeliverFailed } from '../../messages/webhooks/redeliver.ts';
import { defineAct } from '../define-endpoint.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/webhooks/redeliver-failed',
  scope: 'webhooks',
  summary: 'Send all failed webhooks again after your endpoint is fixed, 20,000 at most.',
  command: { words: 'webhooks redeliver-failed' },
  request: z.strictObject({}),
  response: z.object({
    count: z.int(),
    /** Whether more failed webhooks are left; repeat the request for them. */
    areMore: z.boolean(),
  }),
  act: async (core, { tx, operator: { brandId } }) => {
    const { count, areMore } = await redeliverFailed({ ...core, db: tx }, brandId);
    return {
      response: { count, areMore },
      after: { count, areMore },
    };
  },
});
