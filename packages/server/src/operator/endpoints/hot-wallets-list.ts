import * as z from 'zod/mini';
import { describeHotWallets, hotWalletSchema } from '../chains/describe-hot-wallets.ts';
import { defineReading } from '../define-endpoint.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/hot-wallets',
  scope: 'read',
  summary: 'List the wallets that pay players on chains: what they have, and what waits.',
  command: {
    words: 'hot-wallets list',
    columns: [
      'account',
      'blockchain',
      'address',
      'coins',
      'nextNonce',
      'unknownNonces',
      'outputs',
      'nodeProblem',
      'waiting',
      'stuck',
      'openPayouts',
    ],
  },
  request: z.strictObject({}),
  response: z.object({ items: z.array(hotWalletSchema) }),
  read: async (core, { brandId }) => ({ items: await describeHotWallets(core, brandId) }),
});
