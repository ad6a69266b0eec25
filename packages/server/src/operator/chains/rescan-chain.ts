import { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainCursor } from '../../ground/database/tables/chains.ts';
import { OperatorError } from '../operator-error.ts';

/** A chain, and the height from which it is read again. */
interface Rescan {
  brandId: string;
  account: string;
  blockchain: ChainRail['blockchain'];
  fromHeight: number;
}

/**
 * Has the watcher read a chain again from a height. Its present reader loses the lease, and the next
 * one begins there (money/chains/rescan.ts). No block is ever left out: the height is one that was
 * read before.
 * @throws OperatorError act.impossible if the chain was never read; CallError request.invalid
 */
export async function rescanChain(
  tx: Tx,
  { brandId, account, blockchain, fromHeight }: Rescan,
): Promise<{ before: ChainCursor; after: ChainCursor }> {
  const place = { brand_id: brandId, account, blockchain };
  const before = await tx
    .selectFrom('chain_cursors')
    .selectAll()
    .where(({ and }) => and(place))
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined || before.height === null) {
    throw new OperatorError('act.impossible', 'No block of this chain was read yet.');
  }
  const until = Math.max(before.height, before.rescan_until ?? 0);
  if (fromHeight > until) {
    const message = `fromHeight: must be at most ${until}, the last block that was read`;
    throw new CallError('request.invalid', message, { field: 'fromHeight' });
  }
  const after = await tx
    .updateTable('chain_cursors')
    .set({
      rescan_from: fromHeight,
      rescan_until: until,
      fence: sql<string>`fence + 1`,
      holder: null,
      leased_until: null,
    })
    .where(({ and }) => and(place))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, after };
}
