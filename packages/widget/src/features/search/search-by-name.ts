/**
 * Finds by name (§5): what begins with the search first, then what holds it, each in the order it
 * came in. Case counts by the rules of the player's language; an empty search finds all.
 */
export function searchByName<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
  search: string,
  locale: string,
): Item[] {
  const wanted = search.trim().toLocaleLowerCase(locale);
  const has = (match: (name: string) => boolean) =>
    items.filter((item) => namesOf(item).some((name) => match(name.toLocaleLowerCase(locale))));
  const begins = has((name) => name.startsWith(wanted));
  return [...new Set([...begins, ...has((name) => name.includes(wanted))])];
}

/** A list of more than this many can be searched (§5). */
export const searchThreshold = 5;
