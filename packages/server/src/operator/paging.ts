import { CallError } from '@kassa/contract';
import { type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../ground/database/connect.ts';
import { idAt } from '../ground/id-at.ts';

/** The request fields of every paged list. */
export const pageFields = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
  /** The `nextCursor` of the previous page. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
};

/** A page of a list, newest first; `nextCursor` is null on the last one. */
export function pageSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

/**
 * Returns the last id of the previous page, or null for the first page. Ids sort by time, so rows
 * that are inserted meanwhile don't shift the pages.
 * @throws CallError request.invalid
 */
export function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new CallError('request.invalid', 'cursor: is not the nextCursor of a page', {
      field: 'cursor',
    });
  }
  return id;
}

/** The most rows that a page reads if no index serves its filter. */
export const mostRowsRead = 20_000;

type PagedTable =
  | 'chain_payments'
  | 'deposits'
  | 'withdrawals'
  | 'operator_acts'
  | 'provider_notifications'
  | 'webhook_events';

/** The ids between which a page of a list lies; null is no bound. */
export interface PageBounds {
  /** Ids of the page are less than this one. */
  before: string | null;
  /** Ids of the page are this one or greater. */
  least: string | null;
  /** Whether the list has more rows below `least`. */
  hasMore: boolean;
}

/** The difference between a row's time and that of its id, at most; clocks may differ. */
const slackMs = 3600_000;

/**
 * Finds the bounds of a page whose filter no index serves. The page reads 20,000 rows at most,
 * never a whole table; a rare row is found some pages later. A time range narrows the ids, which
 * contain their time. The caller also filters the rows by the range.
 * @throws CallError request.invalid, for the cursor
 */
export async function findBounds(
  db: Db,
  table: PagedTable,
  brandId: string,
  {
    cursor,
    from,
    to,
    status,
  }: {
    cursor?: string | undefined;
    from?: Date | undefined;
    to?: Date | undefined;
    /** Of deposits and withdrawals, whose statuses have an index. */
    status?: readonly string[] | undefined;
  },
): Promise<PageBounds> {
  const after = decodeCursor(cursor);
  const most = to === undefined ? null : idAt(new Date(to.getTime() + slackMs));
  const before = after !== null && most !== null && most < after ? most : (after ?? most);
  const end = await db
    .selectFrom(table)
    .select('id')
    .where('brand_id', '=', brandId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .$if(status !== undefined, (query) => query.where(sql<SqlBool>`status = any(${status})`))
    .orderBy('id', 'desc')
    .offset(mostRowsRead - 1)
    .limit(1)
    .executeTakeFirst();
  const least = from === undefined ? null : idAt(new Date(from.getTime() - slackMs));
  if (end === undefined || (least !== null && end.id <= least)) {
    return { before, least, hasMore: false };
  }
  return { before, least: end.id, hasMore: true };
}

/** Returns the bounds of a page whose filter an index serves: it begins after the previous page. */
export function boundsAfter(cursor: string | undefined): PageBounds {
  return { before: decodeCursor(cursor), least: null, hasMore: false };
}

/**
 * Builds a page from rows that were selected with `limit + 1`. If the list has more rows below the
 * page's bounds, there is a next page even if this one has fewer rows than `limit`.
 */
export function buildPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  describe: (row: Row) => Item,
  { hasMore, least }: Pick<PageBounds, 'hasMore' | 'least'> = { hasMore: false, least: null },
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const end = hasMore ? least : null;
  const last = rows.length > limit ? (shown.at(-1)?.id ?? null) : end;
  const nextCursor = last === null ? null : Buffer.from(last).toString('base64url');
  return { items: shown.map(describe), nextCursor };
}
