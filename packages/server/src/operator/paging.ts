import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';

/** The fields of every list that has pages. */
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

/** Builds a page from rows that were queried with a limit of one more than `limit`. */
export function buildPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  describe: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? Buffer.from(last.id).toString('base64url') : null;
  return { items: shown.map(describe), nextCursor };
}
