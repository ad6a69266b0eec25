import { blockchainSchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Db } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { loadPayout, loadSigned } from '../../money/chain-payouts/load-payout.ts';
import { instantSchema } from '../request-fields.ts';

/** The payout of a withdrawal on a chain. */
export const chainPayoutSchema = z.object({
  blockchain: blockchainSchema,
  wallet: z.string(),
  status: z.enum(['reserved', 'signed', 'confirmed', 'failed', 'displaced']),
  coin: z.string(),
  amount: decimalSchema,
  /** The number of its transactions; null on chains with outputs. */
  nonce: z.nullable(z.int()),
  /** The transaction that a block has, and its block; null if none has. */
  txid: z.nullable(z.string()),
  height: z.nullable(z.int()),
  problem: z.nullable(z.string()),
  /** All that was signed, oldest first: one of them is mined at most. */
  transactions: z.array(z.object({ txid: z.string(), signedAt: instantSchema })),
});

/** Loads the payout on a chain as operators see it; null if there is none. */
export async function describeChainPayout(
  db: Db,
  withdrawal: Pick<Withdrawal, 'id' | 'brand_id'>,
): Promise<z.infer<typeof chainPayoutSchema> | null> {
  const payout = await loadPayout(db, withdrawal);
  if (payout === undefined) return null;
  const { blockchain, wallet, status, coin, amount, nonce, txid, height, problem } = payout;
  const signed = await loadSigned(db, payout);
  return {
    ...{ blockchain, wallet, status, coin, amount, txid, height, problem },
    nonce: nonce === null ? null : Number(nonce),
    transactions: signed.map(({ txid: id, signedAt }) => ({
      txid: id,
      signedAt: signedAt.toISOString(),
    })),
  };
}
