import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainAddress } from '../../ground/database/tables/chains.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { openStatuses } from '../states/deposit.machine.ts';

/**
 * Gives a deposit its player's address for the coin and the chain of its method. A player keeps it, as
 * long as the operator's key is the same; what arrives there belongs to the player's newest deposit from
 * now on. Only the open order of a coin package keeps its address to itself, since its exact amount is
 * no other order's: the next deposit gets another one. Returns false if the account doesn't take the
 * coin, or has not read its chain yet. The caller has locked the player.
 */
export async function reserveAddress(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  account: string,
): Promise<boolean> {
  const { brand_id: brandId, payment_method } = deposit;
  const coin = findBrandMethod(core.catalogOf(brandId), payment_method)?.coin;
  const rail = coin && core.brands.get(brandId)?.accounts.get(account)?.rails.get(coin.blockchain);
  if (coin === undefined || rail === undefined || !rail.coins.has(coin.currency)) return false;
  const place = { deposit, account, rail, coin: coin.currency };
  if (!(await isRead(tx, place))) return false;
  const address = (await takeKnown(tx, place)) ?? (await insertNext(core, tx, place));
  await tx
    .updateTable('deposits')
    .set({ chain_address_id: address.id })
    .where('brand_id', '=', brandId)
    .where('id', '=', deposit.id)
    .execute();
  return true;
}

interface Place {
  deposit: Deposit;
  account: string;
  rail: ChainRail;
  coin: string;
}

/** Whether the blocks of a chain are read: a payment before the first one would never be seen. */
async function isRead(tx: Tx, { deposit, account, rail }: Place): Promise<boolean> {
  const cursor = await tx
    .selectFrom('chain_cursors')
    .select('height')
    .where('brand_id', '=', deposit.brand_id)
    .where('account', '=', account)
    .where('blockchain', '=', rail.blockchain)
    .executeTakeFirst();
  return (cursor?.height ?? null) !== null;
}

/** Takes the player's address, or one of them that no open order of a package has. */
async function takeKnown(
  tx: Tx,
  { deposit, account, rail, coin }: Place,
): Promise<ChainAddress | undefined> {
  const { brand_id: brandId } = deposit;
  const free = await tx
    .selectFrom('chain_addresses as a')
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'a.brand_id').onRef('d.id', '=', 'a.deposit_id'),
    )
    .select('a.id')
    .where('a.brand_id', '=', brandId)
    .where('a.player_id', '=', deposit.player_id)
    .where('a.account', '=', account)
    .where('a.blockchain', '=', rail.blockchain)
    .where('a.coin', '=', coin)
    .where('a.key_id', '=', rail.keyId)
    .where(({ eb, or, not }) =>
      or([
        eb('d.box_id', 'is', null),
        not(eb('d.status', 'in', openStatuses)),
        eb('d.id', '=', deposit.id),
      ]),
    )
    .orderBy(sql`d.id = ${deposit.id}`, 'desc')
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst();
  if (free === undefined) return undefined;
  return tx
    .updateTable('chain_addresses')
    .set({ deposit_id: deposit.id })
    .where('brand_id', '=', brandId)
    .where('id', '=', free.id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Derives the next address of the key. The key's row stays locked until the commit, so that no
 * number is given twice and none is left out.
 */
async function insertNext(
  core: Core,
  tx: Tx,
  { deposit, account, rail, coin }: Place,
): Promise<ChainAddress> {
  const key = { brand_id: deposit.brand_id, key_id: rail.keyId };
  const { next_index } = await tx
    .insertInto('chain_keys')
    .values({ ...key, next_index: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'key_id'])
        .doUpdateSet(({ eb, ref }) => ({ next_index: eb(ref('chain_keys.next_index'), '+', 1) })),
    )
    .returning('next_index')
    .executeTakeFirstOrThrow();
  const index = next_index - 1;
  const { address, target, memo } = rail.derive(index);
  return tx
    .insertInto('chain_addresses')
    .values({
      ...key,
      id: uuidv7(),
      account,
      blockchain: rail.blockchain,
      coin,
      player_id: deposit.player_id,
      index,
      address,
      target,
      memo: memo ?? '',
      deposit_id: deposit.id,
      created_at: core.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
