import { allowedTypos, countTypos } from './count-typos.ts';
import { foldName } from './fold-name.ts';

/** The texts by which an item is found. */
export interface SearchWords {
  /** The names in each language of the search. */
  names: readonly string[];
  /** Further words for the item: its group, its category, its banks. */
  keywords?: readonly string[];
}

/** The search over a list. */
export interface Search<Item> {
  /** Finds the matching items, the best first. An empty search finds all. */
  find: (search: string) => Item[];
  /** Finds at most `most` items whose words are the least different from a search, if any. */
  findNearest: (search: string, most: number) => Item[];
}

interface Entry {
  names: Folded[];
  keywords: Folded[];
}

interface Folded {
  words: string[];
  /** The words, each after a space. */
  spaced: string;
  /** The name as one word, as many type `Google Pay`. */
  joined: string;
  /** The initials of the words, and the initials followed by the full last word: `gp`, `gpay`. */
  short: string[];
}

/** A keyword is matched by no fewer letters: a single letter is in all of them. */
const fewestKeywordLetters = 2;

/**
 * Indexes a list for searching. A search returns names that begin with it, then names with such a
 * word, then names that contain it (§5), then items by keyword. Only without any of these it
 * returns matches with a few typos. Each group keeps the order of the list.
 */
export function buildSearch<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => SearchWords,
): Search<Item> {
  const fold = foldOnce();
  const entries = items.map((item): Entry => {
    const { names, keywords = [] } = wordsOf(item);
    return { names: fold(names), keywords: fold(keywords) };
  });
  return {
    find: (search) => {
      const [wanted] = fold([search]);
      // Signs alone, such as `+`, match nothing.
      if (wanted === undefined) return search.trim() === '' ? [...items] : [];
      const found = pick(items, entries, (entry) => rankOf(entry, wanted));
      return found.length > 0 ? found : pick(items, entries, typoRank(wanted));
    },
    findNearest: (search, most) => {
      const [wanted] = fold([search]);
      if (wanted === undefined) return [];
      return pick(items, entries, distanceRank(wanted.joined)).slice(0, most);
    },
  };
}

/** Returns the items that have a rank, the lowest first. */
function pick<Item>(
  items: readonly Item[],
  entries: readonly Entry[],
  rankOf: (entry: Entry) => number | null,
): Item[] {
  const ranks: Item[][] = [];
  entries.forEach((entry, index) => {
    const rank = rankOf(entry);
    const item = items[index];
    if (rank === null || item === undefined) return;
    ranks[rank] ??= [];
    ranks[rank].push(item);
  });
  return ranks.flat();
}

function rankOf({ names, keywords }: Entry, wanted: Folded): number | null {
  const { spaced, joined } = wanted;
  const has = (match: (name: Folded) => boolean) => names.some(match);
  if (has((name) => name.joined.startsWith(joined))) return 0;
  if (has((name) => name.spaced.includes(spaced))) return 1;
  if (has(({ short }) => joined.length > 1 && short.some((one) => one.startsWith(joined))))
    return 2;
  if (has((name) => name.joined.includes(joined))) return 3;
  if (joined.length < fewestKeywordLetters) return null;
  const isKeyword = (one: Folded) => one.joined.startsWith(joined) || one.spaced.includes(spaced);
  if (keywords.some(isKeyword)) return 4;
  // `visa card`: each word may match anywhere.
  const isSomewhere = (word: string) =>
    [...names, ...keywords].some((one) => one.spaced.includes(` ${word}`));
  return wanted.words.length > 1 && wanted.words.every(isSomewhere) ? 5 : null;
}

/** Ranks by the number of typos. */
function typoRank({ words, joined }: Folded): (entry: Entry) => number | null {
  const compareWhole = compareTo(joined);
  const compareEach = words.map((word) => compareTo(word));
  return ({ names, keywords }) => {
    const whole = fewest(names, (name) => compareWhole(name.joined));
    let sum = 0;
    for (const compare of compareEach) {
      const inName = (name: Folded) => fewest(name.words, compare);
      const least = lower(fewest(names, inName), fewest(keywords, inName));
      if (least === null) return whole;
      sum += least;
    }
    return lower(whole, sum);
  };
}

/** The share of different letters up to which a word is near a search. */
const nearShare = 0.4;
/** The number of common first letters from which a word is near, however different the rest is. */
const nearBeginning = 3;

/** Ranks by the difference to the nearest word, and then by common first letters. */
function distanceRank(joined: string): (entry: Entry) => number | null {
  const most = Math.floor(joined.length * nearShare);
  const compare = compareTo(joined, most);
  const beginning = joined.slice(0, nearBeginning);
  return ({ names, keywords }) =>
    fewest([...names, ...keywords], ({ joined: whole, words }) =>
      fewest([whole, ...words], (word) => {
        const isBeginning = beginning.length === nearBeginning && word.startsWith(beginning);
        return compare(word) ?? (isBeginning ? most + 1 : null);
      }),
    );
}

/** Returns a function that counts the typos in a word; null where they are more than `most`. */
function compareTo(
  typed: string,
  most = allowedTypos(typed.length),
): (word: string) => number | null {
  // The same few words are in many names: each is compared once.
  const known = new Map<string, number | null>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const typos = countTypos(typed, word, most);
    const answer = typos <= most ? typos : null;
    known.set(word, answer);
    return answer;
  };
}

function fewest<Item>(items: readonly Item[], count: (item: Item) => number | null): number | null {
  let least: number | null = null;
  for (const item of items) least = lower(least, count(item));
  return least;
}

function lower(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

/** Folds names. Repeated names, above all the labels of groups, are folded once. */
function foldOnce(): (names: readonly string[]) => Folded[] {
  const known = new Map<string, Folded | null>();
  const fold = (name: string): Folded | null => {
    const words = foldName(name).split(' ').filter(Boolean);
    const last = words.at(-1);
    if (last === undefined) return null;
    const first = words.map((word) => word[0]).join('');
    return {
      words,
      spaced: ` ${words.join(' ')}`,
      joined: words.join(''),
      short: words.length > 1 ? [first, first.slice(0, -1) + last] : [],
    };
  };
  return (names) =>
    [...new Set(names)].flatMap((name) => {
      let folded = known.get(name);
      if (folded === undefined) {
        folded = fold(name);
        known.set(name, folded);
      }
      return folded ?? [];
    });
}
