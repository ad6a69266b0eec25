/** Normalizes a name: `Gross Amount`, `gross_amount` and `grossAmount` are equal. */
export const plainTitle = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');

/** More columns than a bank's or a provider's file has; a file may be one line of nothing but marks. */
const mostTitles = 1000;

/**
 * Finds the index of each column in a CSV file's header; missing columns are left out, as
 * are those behind the first thousand.
 * @param usual - the usual names of the columns, normalized
 * @param told - the names that replace a column's usual ones
 */
export function findTitles<Column extends string>(
  usual: Record<Column, readonly string[]>,
  told: { [Name in Column]?: string | undefined },
  head: readonly string[],
): Partial<Record<Column, number>> {
  const found: Partial<Record<Column, number>> = {};
  const titles = head.slice(0, mostTitles).map(plainTitle);
  for (const column of Object.keys(usual) as Column[]) {
    const name = told[column];
    const names = name === undefined ? usual[column] : [plainTitle(name)];
    const index = names.map((it) => titles.indexOf(it)).find((it) => it >= 0);
    if (index !== undefined) found[column] = index;
  }
  return found;
}
