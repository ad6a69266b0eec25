import { allowedTypos, countTypos } from './count-typos.ts';
import { foldName } from './fold-name.ts';

/** What an item of a list is found by. */
export interface SearchWords {
  /** What it is called, in each language that counts. */
  names: readonly string[];
  /** What else leads to it: its group, its category, its banks. */
  keywords?: readonly string[];
}

/** Finds the items of a list, the best first; an empty search finds all. */
export type Find<Item> = (search: string) => Item[];

interface Entry {
  names: Folded[];
  keywords: Folded[];
}

interface Folded {
  words: string[];
  /** With a space before each word. */
  spaced: string;
  /** In one word, as many write `Google Pay`. */
  joined: string;
  /** The first letters of its words, and those before the last word in full: `gp`, `gpay`. */
  short: string[];
}

/** A keyword is found by no fewer letters: one alone stands in all of them. */
const fewestKeywordLetters = 2;

/**
 * Makes a list ready to be searched, once. A search finds first the names that begin with it, then
 * those with such a word, those that hold it (§5), and what a keyword leads to; if there is none of
 * these, what it is but for a few typos. Each in the order of the list.
 */
export function buildSearch<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => SearchWords,
): Find<Item> {
  const fold = foldOnce();
  const entries = items.map((item): Entry => {
    const { names, keywords = [] } = wordsOf(item);
    return { names: fold(names), keywords: fold(keywords) };
  });
  return (search) => {
    const [wanted] = fold([search]);
    // Signs alone, `+` for one, name nothing.
    if (wanted === undefined) return search.trim() === '' ? [...items] : [];
    const found = pick(items, entries, (entry) => rankOf(entry, wanted));
    return found.length > 0 ? found : pick(items, entries, typoRank(wanted));
  };
}

/** The items that have a rank, the lowest first. */
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
  if (keywords.some((keyword) => ` ${keyword.joined}${keyword.spaced}`.includes(spaced))) return 4;
  // `visa card`: each word by itself, wherever it stands.
  const isSomewhere = (word: string) =>
    [...names, ...keywords].some((one) => one.spaced.includes(` ${word}`));
  return wanted.words.length > 1 && wanted.words.every(isSomewhere) ? 5 : null;
}

/** Ranks by the number of typos. */
function typoRank({ words, joined }: Folded): (entry: Entry) => number | null {
  const compareWhole = compareTo(joined);
  const compareEach = words.map(compareTo);
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

/** Tells the typos that lie between what was typed and a word; null where they are too many. */
function compareTo(typed: string): (word: string) => number | null {
  const most = allowedTypos(typed.length);
  // The same few words stand in many names: each is compared once.
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

/** Folds names; of those that come again, the labels of groups above all, each once. */
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
