import { currencySchema, decimalSchema } from '@kassa/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { PlayerStep } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import { maskFields } from '../../ground/encryption/mask-value.ts';
import { openFields, toSealContext } from '../../ground/encryption/sealed.ts';
import { typedFieldsOf } from '../../ground/encryption/sealed-payee.ts';
import { nullIfUnreadable, SealError } from '../../ground/encryption/vault.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { readReference } from '../../ground/read-reference.ts';
import { readStep } from '../../money/deposits/player-step.ts';
import { listPlayerData, openPlayerData } from '../../players/player-data.ts';
import { boundsAfter, findBounds, type PageBounds, pageFields } from '../paging.ts';
import { instantSchema, rangeEndSchema, resolveFrom, resolveTo } from '../request-fields.ts';

const wordSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** The fields by which deposits and withdrawals are searched, besides their status. */
export const searchFields = {
  ...pageFields,
  id: z.optional(z.uuid()),
  /** The reference that players see: `KS-7Q2M-41XK`. */
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
  /** The provider's id of the deposit, the withdrawal or one receipt. */
  providerReference: z.optional(wordSchema),
};

/** A filter for deposits and withdrawals whose provider is overdue. */
export const unansweredField = {
  isUnanswered: z.optional(
    z.boolean().check(z.describe('only those whose provider is overdue with an outcome')),
  ),
};

const filterSchema = z.object({ ...searchFields, ...unansweredField });

/** The filter of a search. */
export type Filter = z.infer<typeof filterSchema> & {
  status?: readonly string[];
  /** The ids that another search has found. */
  ids?: readonly string[];
};

/**
 * Returns the bounds of a page of a search. Ids, references, players, statuses and a range of time
 * with a beginning have an index; methods, connectors, currencies and amounts have none.
 */
export async function boundSearch(
  db: Db,
  table: 'deposits' | 'withdrawals',
  brandId: string,
  filter: Filter,
): Promise<PageBounds> {
  const { id, ids, reference, player, providerReference, from, isUnanswered } = filter;
  const { method, connector, currency, minAmount, maxAmount, cursor } = filter;
  const isIndexed =
    (id ?? ids ?? reference ?? player ?? providerReference ?? from) !== undefined ||
    isUnanswered === true ||
    (method ?? connector ?? currency ?? minAmount ?? maxAmount ?? filter.to) === undefined;
  if (isIndexed) return boundsAfter(cursor);
  const to = filter.to === undefined ? undefined : resolveTo(filter.to);
  return findBounds(db, table, brandId, { cursor, to, status: filter.status });
}

/**
 * Builds the conditions of a search over `deposits as t` or `withdrawals as t`, and `players as p`.
 */
export function buildConditions(
  brandId: string,
  filter: Filter,
  { before, least }: PageBounds,
): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`t.brand_id = ${brandId}`];
  const add = (isGiven: unknown, condition: RawBuilder<SqlBool>) => {
    if (isGiven !== undefined && isGiven !== null) conditions.push(condition);
  };
  add(before, sql`t.id < ${before}`);
  add(least, sql`t.id >= ${least}`);
  add(filter.id, sql`t.id = ${filter.id}`);
  add(filter.ids, sql`t.id = any(${filter.ids}::uuid[])`);
  add(filter.reference, sql`t.reference = ${readReference(filter.reference ?? '')}`);
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

/** The fields that deposits and withdrawals have in common in a list. */
export const summaryFields = {
  id: z.string(),
  reference: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  playerId: z.string(),
  /** The operator's own id of the player. */
  player: z.string(),
  method: z.string(),
  connector: z.string(),
  amount: z.string(),
  currency: z.string(),
  country: z.nullable(z.string()),
  providerReference: z.nullable(z.string()),
  failureCode: z.nullable(z.string()),
};

interface SummaryRow {
  id: string;
  reference: string;
  created_at: Date;
  updated_at: Date;
  player_id: string;
  external_id: string;
  payment_method: string;
  connector: string;
  amount: string;
  currency: string;
  country: string | null;
  provider_reference: string | null;
  failure_code: string | null;
}

export function summarize(row: SummaryRow) {
  return {
    id: row.id,
    reference: row.reference,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    playerId: row.player_id,
    player: row.external_id,
    method: row.payment_method,
    connector: row.connector,
    amount: row.amount,
    currency: row.currency,
    country: row.country,
    providerReference: row.provider_reference,
    failureCode: row.failure_code,
  };
}

/**
 * The player's field values, each one masked; null if their encryption key is no longer in the key
 * ring.
 */
export const maskedFieldsSchema = z.nullable(z.record(z.string(), z.string()));

interface SealedRow {
  id: string;
  brand_id: string;
  fields_sealed: string | null;
}

/** Decrypts the fields of a deposit or withdrawal and masks them at once. */
export function describeSealedFields(
  { vault }: Pick<Core, 'vault'>,
  kind: 'deposit' | 'withdrawal',
  row: SealedRow,
): z.infer<typeof maskedFieldsSchema> {
  const subject = toSealContext({ kind, brandId: row.brand_id, id: row.id });
  return nullIfUnreadable(() =>
    maskFields(typedFieldsOf(openFields(vault, subject, row.fields_sealed))),
  );
}

/** Decrypts the player's data of a deposit or withdrawal and masks it at once. */
export function describePlayerData(
  { vault }: Pick<Core, 'vault'>,
  kind: 'deposit' | 'withdrawal',
  row: Parameters<typeof openPlayerData>[2],
): z.infer<typeof maskedFieldsSchema> {
  return nullIfUnreadable(() => maskFields(listPlayerData(openPlayerData(vault, kind, row))));
}

/**
 * Returns the kind of a deposit's next step without its content, which may contain account numbers.
 * `unreadable` if its encryption key is no longer in the key ring.
 */
export function describeStep(
  core: Pick<Core, 'vault'>,
  deposit: Parameters<typeof readStep>[1],
): PlayerStep['kind'] | 'unreadable' | null {
  try {
    return readStep(core, deposit)?.kind ?? null;
  } catch (error) {
    if (error instanceof SealError) return 'unreadable';
    throw error;
  }
}
