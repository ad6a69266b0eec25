import { methodLimits } from '@kassa/contract';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { ReservedAddress } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';

/**
 * Returns the address that a deposit is paid to; null if it has none. The stored address is derived
 * again: one that the operator's key doesn't give is not shown to anybody.
 * @throws Error if the stored address isn't the key's
 */
export async function findAddress(
  core: Pick<Core, 'db' | 'brands' | 'catalogOf'>,
  deposit: Deposit,
): Promise<ReservedAddress | null> {
  const { chain_address_id: id, brand_id: brandId, country } = deposit;
  if (id === null) return null;
  const row = await core.db
    .selectFrom('chain_addresses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rail = core.brands.get(brandId)?.accounts.get(row.account)?.rails.get(row.blockchain);
  const coin = rail?.coins.get(row.coin);
  // The operator's file has changed since the deposit began: the address is another key's.
  if (rail === undefined || coin === undefined || rail.keyId !== row.key_id) return null;
  const { address, target, memo } = rail.derive(row.index);
  if (address !== row.address || target !== row.target || (memo ?? '') !== row.memo) {
    throw new Error(`Address ${row.index} of ${row.blockchain} is not the one of the key`);
  }
  const method = findBrandMethod(core.catalogOf(brandId), deposit.payment_method);
  return {
    address,
    target,
    memo,
    blockchain: rail.blockchain,
    chainId: rail.chainId,
    coin,
    least: method ? methodLimits(method, row.coin, country ?? '').min : deposit.amount,
    exact:
      deposit.price_rate_until === null
        ? null
        : { amount: deposit.amount, until: deposit.price_rate_until },
    reservedAt: deposit.created_at,
  };
}
