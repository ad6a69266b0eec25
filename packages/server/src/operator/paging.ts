import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';

/** The fields of every list that has pages. */
export const pageFields = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
  /** What the page before gave as `nextCursor`. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
};

/** A page of a list, newest first; `nextCursor` is null on the last one. */
export function pageSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

/**
 * The id that a page ends with, or null at the list's beginning. Ids sort by time, so a page's end
 * is one id, and what is written meanwhile moves nothing.
 * @throws CallError request.invalid
 */
export function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new CallError('request.invalid', 'cursor: is not one that a page gave', {
      field: 'cursor',
    });
  }
  return id;
}

/** Makes a page of rows that were asked for with one more than its `limit`. */
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
