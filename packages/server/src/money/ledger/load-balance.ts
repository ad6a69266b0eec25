import type { Decimal } from '@kassa/contract';
import type { Db } from '../../ground/database/connect.ts';

/** The balance of a player's account, `0` where the account was never used. */
export async function loadBalance(
  db: Db,
  account: { brandId: string; kind: 'player'; owner: string; currency: string },
): Promise<Decimal> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('brand_id', '=', account.brandId)
    .where('kind', '=', account.kind)
    .where('owner', '=', account.owner)
    .where('currency', '=', account.currency)
    .executeTakeFirst();
  return row?.balance ?? '0';
}
