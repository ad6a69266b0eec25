import type { Decimal } from '@kassa/contract';
import type { Db, Tx } from '../db/connect.ts';

/**
 * What a player owes, as the ledger has it: below zero while they owe, `0` where they never did.
 * The account keeps no balance, so its few entries are summed up.
 */
export async function loadReceivable(
  db: Db | Tx,
  { brandId, playerId, currency }: { brandId: string; playerId: string; currency: string },
): Promise<Decimal> {
  const row = await db
    .selectFrom('ledger_accounts as a')
    .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
    .select((expression) => expression.fn.sum<Decimal | null>('e.amount').as('owed'))
    .where('a.brand_id', '=', brandId)
    .where('a.kind', '=', 'receivable')
    .where('a.owner', '=', playerId)
    .where('a.currency', '=', currency)
    .executeTakeFirst();
  return row?.owed ?? '0';
}
