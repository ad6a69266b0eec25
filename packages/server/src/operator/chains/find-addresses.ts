import { blockchainSchema } from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../../ground/database/connect.ts';
import type { ChainAddress } from '../../ground/database/tables/chains.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { readReference } from '../../ground/read-reference.ts';
import { instantSchema } from '../request-fields.ts';

/** An address of a player. */
export const chainAddressSchema = z.object({
  id: z.string(),
  createdAt: instantSchema,
  account: z.string(),
  blockchain: blockchainSchema,
  coin: z.string(),
  address: z.string(),
  /** The comment that tells players apart who share an address; null elsewhere. */
  memo: z.nullable(z.string()),
  /** The key or contract that it comes from, and its number there. */
  keyId: z.string(),
  index: z.int(),
  playerId: z.string(),
  /** The operator's own id of the player. */
  player: z.string(),
  /** The newest deposit to it, which money that arrives belongs to. */
  depositId: z.string(),
  depositReference: z.string(),
});

/** An address with its player and deposit. */
type AddressRow = ChainAddress & { external_id: string; reference: string };

/** Selects a brand's addresses. */
export function selectAddresses(db: Db, brandId: string) {
  return db.selectFrom('chain_addresses').selectAll().where('brand_id', '=', brandId);
}

/**
 * Reads a page of addresses with their players and deposits, newest first. The page is cut before
 * they are joined: otherwise the database would read all addresses of the brand.
 */
export function readAddresses(
  db: Db,
  page: ReturnType<typeof selectAddresses>,
): Promise<AddressRow[]> {
  return db
    .selectFrom(page.as('a'))
    .innerJoin('players as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.id', '=', 'a.player_id'),
    )
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'a.brand_id').onRef('d.id', '=', 'a.deposit_id'),
    )
    .selectAll('a')
    .select(['p.external_id', 'd.reference'])
    .orderBy('a.id', 'desc')
    .execute();
}

export function describeAddress(row: AddressRow): z.infer<typeof chainAddressSchema> {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    account: row.account,
    blockchain: row.blockchain,
    coin: row.coin,
    address: row.address,
    memo: row.memo === '' ? null : row.memo,
    keyId: row.key_id,
    index: row.index,
    playerId: row.player_id,
    player: row.external_id,
    depositId: row.deposit_id,
    depositReference: row.reference,
  };
}

/**
 * The ids of a brand's addresses that a text means: as players see it, in small letters, or (EVM)
 * without the capitals that are its checksum. Each part is one look into an index.
 */
export function addressesLike(
  brandId: string,
  text: string,
  memo?: string,
): RawBuilder<{ id: string }> {
  const withMemo = memo === undefined ? sql`` : sql` and memo = ${memo}`;
  const small = text.toLowerCase();
  const byAddress = sql<{ id: string }>`
    select id from chain_addresses
    where brand_id = ${brandId} and address in (${text}, ${small})${withMemo}`;
  if (!/^0x[0-9a-f]{40}$/.test(small)) return byAddress;
  return sql`${byAddress} union
    select id from chain_addresses
    where blockchain in ('ETHEREUM', 'BINANCE_SMART_CHAIN') and target = ${small}
      and brand_id = ${brandId}${withMemo}`;
}

/** The deposits that a request names by its id or reference: one or none. */
export function depositsNamed(brandId: string, name: string): RawBuilder<{ id: string }> {
  const isNamed = isUuid(name) ? sql`id = ${name}` : sql`reference = ${readReference(name)}`;
  return sql`select id from deposits where brand_id = ${brandId} and ${isNamed}`;
}

/** The players that a request names by Kassa's id or the operator's own. */
export function playersNamed(brandId: string, name: string): RawBuilder<{ id: string }> {
  const orId = isUuid(name) ? sql` or id = ${name}` : sql``;
  return sql`select id from players where brand_id = ${brandId} and (external_id = ${name}${orId})`;
}
