import * as z from 'zod/mini';
import { acknowledgeNonces, seeWallet } from '../chains/acknowledge-nonces.ts';
import { chainFields } from '../chains/find-chain.ts';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/hot-wallets/{account}/{blockchain}/acknowledge',
  scope: 'withdrawals',
  summary: 'Answer for transactions of a hot wallet that no payout has, so that it pays again.',
  command: { words: 'hot-wallets acknowledge', arguments: ['account', 'blockchain'] },
  request: z.strictObject({
    ...chainFields,
    upToNonce: z
      .int()
      .check(z.minimum(0), z.describe('the last number whose transaction was looked at')),
    reason: reasonSchema,
  }),
  response: z.object({
    account: z.string(),
    blockchain: chainFields.blockchain,
    address: z.string(),
    /** The numbers that were unknown before. */
    fromNonce: z.int(),
    toNonce: z.int(),
    /** Up to this one they are known now. */
    upToNonce: z.int(),
  }),
  beforeTransaction: (core, { brandId }, { account, blockchain }) =>
    seeWallet(core, { brandId, account, blockchain }),
  act: async (_core, { tx }, { account, blockchain, upToNonce }, seen) => {
    const { from: fromNonce, to: toNonce } = await acknowledgeNonces(tx, seen, upToNonce);
    const { address } = seen.paying.wallet;
    return {
      response: { account, blockchain, address, fromNonce, toNonce, upToNonce },
      subject: { kind: 'hotWallet', id: `${account} ${blockchain}` },
      before: { unknownFrom: fromNonce, unknownTo: toNonce },
      after: { upToNonce },
    };
  },
});
