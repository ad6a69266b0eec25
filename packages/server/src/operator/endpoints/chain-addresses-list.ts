import { CallError } from '@kassa/contract';
import { type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import {
  addressesLike,
  chainAddressSchema,
  depositsNamed,
  describeAddress,
  playersNamed,
  readAddresses,
  selectAddresses,
} from '../chains/find-addresses.ts';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/chain-addresses',
  scope: 'read',
  summary: "List players' addresses on chains, newest first: whose one is, or those of a player.",
  command: {
    words: 'chain-addresses list',
    columns: [
      'createdAt',
      'blockchain',
      'coin',
      'address',
      'memo',
      'index',
      'player',
      'depositReference',
    ],
  },
  request: z.strictObject({
    ...pageFields,
    player: z.optional(z.string().check(z.describe("your id or Kassa's"))),
    address: z.optional(z.string().check(z.maxLength(200), z.describe('exactly'))),
    memo: z.optional(z.string().check(z.describe('the comment, where players share an address'))),
    depositId: z.optional(z.string().check(z.describe('the id or the reference of a deposit'))),
  }),
  response: pageSchema(chainAddressSchema),
  read: async (core, { brandId }, { limit, cursor, player, address, memo, depositId }) => {
    if (memo !== undefined && address === undefined) {
      const message = 'memo: name the address, too';
      throw new CallError('request.invalid', message, { field: 'memo' });
    }
    const after = decodeCursor(cursor);
    let query = selectAddresses(core.db, brandId);
    if (after !== null) query = query.where('id', '<', after);
    // Found first, by an index: else the list by id would be read to its end.
    if (player !== undefined) {
      query = query.where(sql<SqlBool>`player_id = any(array(${playersNamed(brandId, player)}))`);
    }
    if (address !== undefined) {
      query = query.where(sql<SqlBool>`id = any(array(${addressesLike(brandId, address, memo)}))`);
    }
    if (depositId !== undefined) {
      query = query.where(
        sql<SqlBool>`id = any(array(select chain_address_id from deposits where brand_id = ${brandId}
          and id = any(array(${depositsNamed(brandId, depositId)}))))`,
      );
    }
    const page = query.orderBy('id', 'desc').limit(limit + 1);
    const rows = await readAddresses(core.db, page);
    return buildPage(rows, limit, describeAddress);
  },
});
