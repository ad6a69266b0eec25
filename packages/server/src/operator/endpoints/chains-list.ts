import * as z from 'zod/mini';
import { chainSchema, describeChains } from '../chains/describe-chains.ts';
import { defineReading } from '../define-endpoint.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/chains',
  scope: 'read',
  summary: 'List the chains of your accounts: how far they were read, and why one is paused.',
  command: {
    words: 'chains list',
    columns: [
      'account',
      'blockchain',
      'height',
      'lagBlocks',
      'paused',
      'pausedDetail',
      'pausedAt',
      'readAt',
      'openPayments',
      'parkedPayments',
      'nodes',
      'keyId',
      'nextIndex',
    ],
  },
  request: z.strictObject({}),
  response: z.object({ items: z.array(chainSchema) }),
  read: async (core, { brandId }) => ({ items: await describeChains(core, brandId) }),
});
