import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PayingWallet } from './find-hot-wallet.ts';

/**
 * The highest number of a wallet whose transaction is known: that of a payout, or one that an
 * operator answers for. Null: none is.
 */
export async function loadKnownNonce(
  db: Db | Tx,
  { rail: { blockchain }, wallet: { network, address } }: PayingWallet,
): Promise<number | null> {
  const { rows } = await sql<{ known: string | null }>`
    select greatest(
      (select max(nonce) from chain_payouts
        where blockchain = ${blockchain} and network = ${network} and wallet = ${address}
          and nonce is not null),
      (select known_nonce from hot_wallets
        where blockchain = ${blockchain} and network = ${network} and address = ${address})
    ) as known`.execute(db);
  const known = rows[0]?.known ?? null;
  return known === null ? null : Number(known);
}

/**
 * The numbers of transactions that nobody knows of, before the wallet's next one: a copy of the
 * database that was restored lacks their payouts. Null if there are none, and for a new wallet.
 */
export function findUnknownNonces(
  known: number | null,
  next: number | null,
): { from: number; to: number } | null {
  if (known === null || next === null || next <= known + 1) return null;
  return { from: known + 1, to: next - 1 };
}
