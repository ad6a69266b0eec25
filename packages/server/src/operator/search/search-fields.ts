import { currencySchema, decimalSchema } from '@kassa/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { isUuid } from '../../ground/is-uuid.ts';
import { rangeEndSchema, resolveFrom, resolveTo } from '../instants.ts';
import { decodeCursor, pageFields } from '../page.ts';

const wordSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** What deposits and withdrawals are searched by, besides their status. */
export const searchFields = {
  ...pageFields,
  id: z.optional(z.uuid()),
  /** As players read it out: `KS-7Q2M-41XK`. */
  reference: z.optional(wordSchema),
  /** Kassa's id of the player, or the operator's own. */
  player: z.optional(wordSchema),
  method: z.optional(wordSchema),
  connector: z.optional(wordSchema),
  currency: z.optional(currencySchema),
  minAmount: z.optional(decimalSchema),
  maxAmount: z.optional(decimalSchema),
  from: z.optional(rangeEndSchema),
  to: z.optional(rangeEndSchema),
  /** The provider's id of the whole or of one of its payments. */
  providerReference: z.optional(wordSchema),
};

/** For what its provider is asked about. */
export const unansweredField = {
  isUnanswered: z.optional(
    z.boolean().check(z.describe('only what its provider should have answered for, and has not')),
  ),
};

const filterSchema = z.object({ ...searchFields, ...unansweredField });

/** What to look for. */
export type Filter = z.infer<typeof filterSchema> & {
  status?: readonly string[];
  /** Only these; for what was found in another way. */
  ids?: readonly string[];
};

/** The conditions of a search over `deposits as t` or `withdrawals as t` with their `players as p`. */
export function buildConditions(brandId: string, filter: Filter): RawBuilder<SqlBool>[] {
  const after = decodeCursor(filter.cursor);
  const conditions = [sql<SqlBool>`t.brand_id = ${brandId}`];
  const add = (isGiven: unknown, condition: RawBuilder<SqlBool>) => {
    if (isGiven !== undefined && isGiven !== null) conditions.push(condition);
  };
  add(after, sql`t.id < ${after}`);
  add(filter.id, sql`t.id = ${filter.id}`);
  add(filter.ids, sql`t.id = any(${filter.ids}::uuid[])`);
  add(filter.reference, sql`t.reference = ${filter.reference?.trim().toUpperCase()}`);
  add(filter.player, matchPlayer(filter.player ?? ''));
  add(filter.status, sql`t.status = any(${filter.status})`);
  add(filter.method, sql`t.payment_method = ${filter.method}`);
  add(filter.connector, sql`t.connector = ${filter.connector}`);
  add(filter.currency, sql`t.currency = ${filter.currency}`);
  add(filter.minAmount, sql`t.amount >= ${filter.minAmount}::numeric`);
  add(filter.maxAmount, sql`t.amount <= ${filter.maxAmount}::numeric`);
  add(filter.from, sql`t.created_at >= ${filter.from && resolveFrom(filter.from)}`);
  add(filter.to, sql`t.created_at < ${filter.to && resolveTo(filter.to)}`);
  return conditions;
}

function matchPlayer(player: string): RawBuilder<SqlBool> {
  return isUuid(player)
    ? sql`(p.id = ${player} or p.external_id = ${player})`
    : sql`p.external_id = ${player}`;
}
