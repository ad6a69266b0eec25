import { sql } from 'kysely';

const mark = '/* prepared */';
const lastMark = '/* prepared, then commit */';
const heldMark = '/* prepared, with the next one */';

/**
 * Marks a statement of the busiest paths, for `modifyEnd`: each connection parses and plans it once. It
 * lists the columns that it returns, as one that returns `*` fails once a later release has added a
 * column, and its text doesn't grow with its values.
 */
export const asPrepared = sql.raw<never>(mark);

/**
 * Marks a statement like {@link asPrepared} that is the last one of its transaction: `commit` is sent with
 * it. Nothing that could fail may come between it and the end of the transaction's function. Outside of a
 * transaction it is only prepared.
 */
export const asLast = sql.raw<never>(lastMark);

/**
 * Marks a statement like {@link asPrepared} whose result nobody needs: within a transaction it is sent with
 * the next statement, which fails if this one does.
 */
export const asHeld = sql.raw<never>(heldMark);

export const isHeld = (text: string) => text.endsWith(heldMark);

export const isLast = (text: string) => text.endsWith(lastMark);

/** A bound for the memory of the connections, which the marked statements don't come near. */
const mostNames = 500;

const names = new Map<string, string>();

/** Returns the name under which a statement is prepared; undefined if it isn't. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  const isMarked = text.endsWith(mark) || isLast(text) || isHeld(text);
  if (known !== undefined || !isMarked || names.size >= mostNames) return known;
  const name = `kassa_${names.size + 1}`;
  names.set(text, name);
  return name;
}
