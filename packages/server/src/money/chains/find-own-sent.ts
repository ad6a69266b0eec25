import { sql } from 'kysely';
import type { ChainSpend, ChainTransfer } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import { placeOf, type WatchedChain } from './lease.ts';

/**
 * Finds the payments that the operator has sent: from the hot wallet, from a player's address, whose
 * key only the operator has, or by spending what a player had paid. They pay no deposit.
 */
export async function findOwnSent(
  { db }: Pick<Core, 'db'>,
  chain: WatchedChain,
  { found, spends }: { found: readonly ChainTransfer[]; spends: readonly ChainSpend[] },
): Promise<ReadonlySet<ChainTransfer>> {
  if (found.length === 0) return new Set();
  const { brand_id, account, blockchain } = placeOf(chain);
  const senders = [...new Set(found.flatMap(({ sender }) => sender ?? []))];
  const txids = new Set(found.map(({ txid }) => txid));
  const spent = spends.filter(({ spentBy }) => txids.has(spentBy));
  // Each is one look into an index, as in `findRecipients`.
  const { rows } = await sql<{ sender: string | null; txid: string | null }>`
    select s.target as sender, null as txid from unnest(${senders}::text[]) as s (target)
    cross join lateral (
      select from chain_addresses where blockchain = ${blockchain} and target = s.target
      limit 1) a
    union all
    select null, s.spent_by
    from unnest(${spent.map(({ txid }) => txid)}::text[],
      ${spent.map(({ index }) => index)}::text[],
      ${spent.map(({ spentBy }) => spentBy)}::text[]) as s (txid, index, spent_by)
    cross join lateral (
      select from chain_payments
      where brand_id = ${brand_id} and account = ${account} and blockchain = ${blockchain}
        and txid = s.txid and index = s.index
      limit 1) p`.execute(db);
  const wallet = chain.rail.hotWallet?.target;
  const own = new Set([...(wallet === undefined ? [] : [wallet]), ...rows.map((it) => it.sender)]);
  const ownTxids = new Set(rows.map(({ txid }) => txid));
  const isOwn = ({ sender, txid }: ChainTransfer) =>
    ownTxids.has(txid) || (sender !== undefined && own.has(sender));
  return new Set(found.filter(isOwn));
}
