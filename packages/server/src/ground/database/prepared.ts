import { sql } from 'kysely';

const mark = '/* prepared */';

/**
 * Marks a statement of the busiest paths, for `modifyEnd`: each connection parses and plans it once. It
 * lists the columns that it returns, as one that returns `*` fails once a later release has added a
 * column, and its text doesn't grow with its values.
 */
export const asPrepared = sql.raw<never>(mark);

/** A bound for the memory of the connections, which the marked statements don't come near. */
const mostNames = 500;

const names = new Map<string, string>();

/** Returns the name under which a statement is prepared; undefined if it isn't. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || !text.endsWith(mark) || names.size >= mostNames) return known;
  const name = `kassa_${names.size + 1}`;
  names.set(text, name);
  return name;
}
