import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { listHotWallets, type PayingWallet } from './find-hot-wallet.ts';

/** Locks the wallet's row until the commit; false if the wallet is another account's. */
export async function lockWallet(core: Core, tx: Tx, paying: PayingWallet): Promise<boolean> {
  const { brandId: brand_id, account } = paying;
  await tx
    .insertInto('hot_wallets')
    .values({ ...keyOf(paying), brand_id, account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('hot_wallets')
    .selectAll()
    .where(({ and }) => and(keyOf(paying)))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.brand_id === brand_id && row.account === account) return true;
  return takeOver(core, tx, paying);
}

const keyOf = ({ rail: { blockchain }, wallet: { address, network } }: PayingWallet) => ({
  blockchain,
  address,
  network,
});

/**
 * Gives the wallet to the only account whose settings name it, such as one that was renamed; false
 * while payouts of the former account are under way.
 */
async function takeOver(core: Core, tx: Tx, paying: PayingWallet): Promise<boolean> {
  if (isNamedElsewhere(core, paying) || (await hasOpenPayouts(tx, paying))) return false;
  const { brandId: brand_id, account } = paying;
  await tx
    .updateTable('hot_wallets')
    .set({ brand_id, account })
    .where(({ and }) => and(keyOf(paying)))
    .execute();
  return true;
}

function isNamedElsewhere(core: Core, paying: PayingWallet): boolean {
  const { brandId, account, rail, wallet } = paying;
  return listHotWallets(core).some(
    (other) =>
      other.rail.blockchain === rail.blockchain &&
      other.wallet.address === wallet.address &&
      other.wallet.network === wallet.network &&
      (other.brandId !== brandId || other.account !== account),
  );
}

async function hasOpenPayouts(tx: Tx, { rail, wallet }: PayingWallet): Promise<boolean> {
  const open = await tx
    .selectFrom('chain_payouts')
    .select('withdrawal_id')
    .where('blockchain', '=', rail.blockchain)
    .where('network', '=', wallet.network)
    .where('wallet', '=', wallet.address)
    .where('status', 'in', ['reserved', 'signed'])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
