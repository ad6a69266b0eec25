import * as z from 'zod/mini';
import { redeliverFailed } from '../../webhooks/redeliver.ts';
import { defineAct } from '../define-endpoint.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/webhooks/redeliver-failed',
  scope: 'webhooks',
  summary: 'Send again every webhook that was given up, after your endpoint was mended.',
  command: { words: 'webhooks redeliver-failed' },
  request: z.strictObject({}),
  response: z.object({ count: z.int() }),
  act: async (core, { tx, operator: { brandId } }) => {
    const count = await redeliverFailed({ ...core, db: tx }, brandId);
    return {
      response: { count },
      after: { count },
      afterCommit: () => core.outbox.wake(brandId),
    };
  },
});
