import { blockchains, type Withdrawal as WireWithdrawal } from '@kassa/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { countConfirmations } from '../addresses/count-confirmations.ts';

type PayoutTransaction = NonNullable<WireWithdrawal['transaction']>;

/**
 * Loads the transactions of payouts on chains as players see them, by withdrawal: the one in a block,
 * else the newest. Withdrawals without one are left out.
 */
export async function loadPayoutTransactions(
  db: Db | Tx,
  withdrawals: readonly Pick<Withdrawal, 'id' | 'brand_id'>[],
): Promise<Map<string, PayoutTransaction>> {
  const [first] = withdrawals;
  if (first === undefined) return new Map();
  const ids = withdrawals.map(({ id }) => id);
  const { rows } = await sql<ShownRow>`
    select p.withdrawal_id, p.blockchain, p.status, p.height, p.tip_height, t.txid
    from unnest(${ids}::uuid[]) as w (id)
    join chain_payouts p on p.brand_id = ${first.brand_id} and p.withdrawal_id = w.id
    cross join lateral (
      select txid from chain_payout_transactions
      where withdrawal_id = p.withdrawal_id
      order by txid is not distinct from p.txid desc, number desc limit 1) t`.execute(db);
  return new Map(rows.map((row) => [row.withdrawal_id, showTransaction(row)]));
}

type ShownRow = Pick<
  ChainPayout,
  'withdrawal_id' | 'blockchain' | 'status' | 'height' | 'tip_height'
> & { txid: string };

function showTransaction({ blockchain, status, height, tip_height, txid }: ShownRow) {
  const { confirmations: required } = blockchains[blockchain];
  const counted = countConfirmations(tip_height, height);
  // A settled one isn't looked at any more.
  const confirmations = status === 'confirmed' ? Math.max(counted, required) : counted;
  return { blockchain, txid, confirmations, required };
}
