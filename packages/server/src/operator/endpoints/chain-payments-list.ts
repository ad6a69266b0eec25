import { type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { addressesLike, depositsNamed } from '../chains/find-addresses.ts';
import { chainFilters } from '../chains/find-chain.ts';
import {
  chainPaymentSchema,
  chainPaymentStatuses,
  describeChainPayment,
  selectPayments,
} from '../chains/find-payments.ts';
import { defineReading } from '../define-endpoint.ts';
import { boundsAfter, buildPage, findBounds, pageFields, pageSchema } from '../paging.ts';

const statusSchema = z
  .enum([...chainPaymentStatuses, 'all'])
  .check(
    z.describe(
      'parked: waits for your decision, the default; with depositId, txid or address: all',
    ),
  );

export const endpoint = defineReading({
  method: 'GET',
  path: '/chain-payments',
  scope: 'read',
  summary: 'List payments on chains that wait for your decision, or find others, newest first.',
  command: {
    words: 'chain-payments list',
    columns: [
      'id',
      'seenAt',
      'blockchain',
      'amount',
      'coin',
      'status',
      'because',
      'note',
      'confirmations',
      'player',
      'depositReference',
      'txid',
    ],
  },
  request: z.strictObject({
    ...pageFields,
    status: z.optional(statusSchema),
    ...chainFilters,
    depositId: z.optional(z.string().check(z.describe('the id or the reference of a deposit'))),
    txid: z.optional(z.string().check(z.describe("the transaction's id, as explorers write it"))),
    address: z.optional(z.string().check(z.maxLength(200), z.describe("a player's address"))),
  }),
  response: pageSchema(chainPaymentSchema),
  read: async (core, { brandId }, { limit, cursor, account, blockchain, ...sought }) => {
    const { depositId, txid, address } = sought;
    const isNamed = (depositId ?? txid ?? address) !== undefined;
    const status = sought.status ?? (isNamed ? 'all' : 'parked');
    // All other statuses are rare, and have an index.
    const isLong = !isNamed && (status === 'all' || status === 'settled');
    const bounds = isLong
      ? await findBounds(core.db, 'chain_payments', brandId, { cursor })
      : boundsAfter(cursor);
    let query = selectPayments(core.db, brandId);
    if (bounds.before !== null) query = query.where('c.id', '<', bounds.before);
    if (bounds.least !== null) query = query.where('c.id', '>=', bounds.least);
    if (status === 'parked' || status === 'dismissed') {
      const isOpen = status === 'parked' ? 'is' : 'is not';
      query = query.where('c.status', '=', 'parked').where('c.resolved_at', isOpen, null);
    } else if (status !== 'all') query = query.where('c.status', '=', status);
    if (account !== undefined) query = query.where('c.account', '=', account);
    if (blockchain !== undefined) query = query.where('c.blockchain', '=', blockchain);
    if (txid !== undefined) query = query.where('c.txid', 'in', [txid, txid.toLowerCase()]);
    // Found first, by an index: else the list by id would be read to its end.
    if (depositId !== undefined) {
      query = query.where(
        sql<SqlBool>`c.deposit_id = any(array(${depositsNamed(brandId, depositId)}))`,
      );
    }
    if (address !== undefined) {
      query = query.where(
        sql<SqlBool>`c.address_id = any(array(${addressesLike(brandId, address)}))`,
      );
    }
    const rows = await query
      .orderBy('c.id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, describeChainPayment, bounds);
  },
});
