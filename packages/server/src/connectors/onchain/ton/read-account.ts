import { ChainError } from '../../chain-rail.ts';
import type { AskApi } from './ask-api.ts';
import { type TonBlock, type TonTransaction, transactionsSchema } from './schemas.ts';

/** The first page mostly says that nothing is new; a busy account is read in larger ones. */
const firstPage = 10;
const laterPage = 50;

/**
 * Returns an account's transactions in a range of masterchain blocks, in order. The answer is
 * complete by itself: the transactions of an account form a chain, each with the hash of its
 * predecessor, and neither their logical times nor their masterchain blocks ever fall. So they are
 * read backwards from the end of the last block, page by page, until one lies before the range; a
 * page that leaves one out doesn't fit, and is refused.
 * @param before - the block before the range; null if the range begins with block 0
 * @param last - the range's last block: no transaction of it is later than its end
 */
export async function readAccount(
  ask: AskApi,
  account: string,
  range: { from: number; before: TonBlock | null; last: TonBlock },
): Promise<TonTransaction[]> {
  const { from, before, last } = range;
  const found: TonTransaction[] = [];
  let previous: TonTransaction | null = null;
  let endLt = last.end_lt;
  for (let limit = firstPage; ; limit = laterPage) {
    const query = { account, end_lt: endLt, limit, sort: 'desc' };
    const { transactions } = await ask('transactions', query, transactionsSchema);
    for (const transaction of transactions) {
      checkLink(transaction, previous, account, endLt);
      if (transaction.mc_block_seqno < from) return found.reverse();
      if (transaction.mc_block_seqno <= last.seqno) found.push(transaction);
      previous = transaction;
      endLt = transaction.lt - 1n;
    }
    if (transactions.length < limit) {
      checkBeginning(previous, before);
      return found.reverse();
    }
  }
}

function checkLink(
  transaction: TonTransaction,
  later: TonTransaction | null,
  account: string,
  endLt: bigint,
): void {
  const isNext =
    !later ||
    (later.prev_trans_hash === transaction.hash &&
      later.prev_trans_lt === transaction.lt &&
      later.mc_block_seqno >= transaction.mc_block_seqno);
  if (isNext && transaction.account === account && transaction.lt <= endLt) return;
  throw new ChainError('malformed', 'transactions: one is missing, or out of order');
}

/** An index that doesn't reach back to the account's beginning may lack what came long before. */
function checkBeginning(earliest: TonTransaction | null, before: TonBlock | null): void {
  const missingLt = earliest?.prev_trans_lt ?? 0n;
  if (missingLt > 0n && (before === null || missingLt > before.end_lt)) {
    throw new ChainError('malformed', 'transactions: the last page ends too early');
  }
}
