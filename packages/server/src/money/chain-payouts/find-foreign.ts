import { sql } from 'kysely';
import type { PayoutObstacle, Reservation } from '../../connectors/hot-wallet.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PayingWallet } from './find-hot-wallet.ts';
import { findUnknownNonces, loadKnownNonce } from './known-nonce.ts';

/*
 * What a wallet has sent and no payout has: by other means, or before a restored copy of the database
 * that lacks it. It may have paid the withdrawal that is to be paid now, and a new place in the wallet
 * would not exclude it.
 */

/** Refuses a number while there are lower ones that nobody knows of. */
export async function findGap(
  tx: Tx,
  paying: PayingWallet,
  { nonce }: Reservation,
): Promise<PayoutObstacle | null> {
  const unknown = findUnknownNonces(await loadKnownNonce(tx, paying), nonce);
  if (unknown === null) return null;
  const { from, to } = unknown;
  const detail = `the hot wallet has sent transactions that no payout has, numbers ${from} to ${to}`;
  return { kind: 'refused', detail };
}

/** @param alike - the transactions that have made the same payment since it was asked for */
export async function findPaidBefore(
  tx: Tx,
  { brandId }: PayingWallet,
  alike: readonly string[],
): Promise<PayoutObstacle | null> {
  if (alike.length === 0) return null;
  const { rows } = await sql<{ txid: string }>`
    select a.txid from unnest(${alike}::text[]) as a (txid)
    where not exists (
      select from chain_payout_transactions t
      where t.brand_id = ${brandId} and t.txid = a.txid)
    limit 1`.execute(tx);
  const [foreign] = rows;
  if (foreign === undefined) return null;
  const detail = `the hot wallet has made this payment in ${foreign.txid}, which no payout has`;
  return { kind: 'refused', detail };
}
