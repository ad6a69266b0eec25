/** The names that an operator states of a player. Personal data: never log. */
export interface PlayerNames {
  first: string | null;
  last: string | null;
}

/** Returns the names of a profile; null if it has none. */
export const toPlayerNames = (profile: {
  firstName: string | null;
  lastName: string | null;
}): PlayerNames | null =>
  profile.firstName === null && profile.lastName === null
    ? null
    : { first: profile.firstName, last: profile.lastName };

/** Splits a name that a person typed whole: its last word has to be found beside one of the others. */
export function splitName(name: string): PlayerNames {
  const words = name.trim().split(/\s+/u);
  return words.length < 2
    ? { first: name, last: null }
    : { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? null };
}

/**
 * Whether two names are of one person. `unclear` if nobody can tell without a person: the names are
 * in different scripts, or only initials agree.
 */
export type NameMatch = 'same' | 'different' | 'unclear';

/**
 * Compares the names that an operator states of a player with the name of an account's holder.
 * Case, accents, order, titles, middle names and further family names make no difference; of a
 * given or a family name one may be an initial. Nothing is transliterated.
 */
export function compareNames(player: PlayerNames, holder: string): NameMatch {
  const words = split(holder);
  const first = split(player.first ?? '');
  const last = split(player.last ?? '');
  const stated = [...first, ...last];
  if (words.length === 0 || stated.length === 0) return 'unclear';
  if (!shareScript(stated.join(''), words.join(''))) return 'unclear';
  const wholes = [
    [...first, ...last],
    [...last, ...first],
  ];
  // Cards and some scripts write a name without spaces.
  if (wholes.some((whole) => areAlike(whole.join(''), words.join('')))) return 'same';
  const parts = [first, last].filter((part) => part.length > 0);
  const fits = parts.map((part) => findFits(part, words));
  const [one = [], other] = fits;
  if (other === undefined) return resolve(one.map(({ isWhole }) => isWhole));
  const pairs = one.flatMap((left) =>
    other.flatMap((right) => (areApart(left, right) ? [left.isWhole || right.isWhole] : [])),
  );
  return resolve(pairs);
}

/** Whole words decide; initials alone don't. */
function resolve(found: readonly boolean[]): NameMatch {
  if (found.length === 0) return 'different';
  return found.some((isWhole) => isWhole) ? 'same' : 'unclear';
}

/** The words of the holder's name, from one to another, that fit a part of the player's name. */
interface Fit {
  from: number;
  to: number;
  /** False for an initial. */
  isWhole: boolean;
}

const areApart = (left: Fit, right: Fit) => left.to < right.from || right.to < left.from;

function findFits(part: readonly string[], words: readonly string[]): Fit[] {
  const significant = part.filter((word) => !particles.has(word));
  const names = significant.length > 0 ? significant : part;
  // "Jean-Pierre" is also written "Jeanpierre", and "McDonald" "Mc Donald".
  const wanted = part.length > 1 ? [...names, part.join('')] : names;
  const spans = words.flatMap((word, index) => {
    const next = words[index + 1];
    const single = { text: word, from: index, to: index };
    return next === undefined
      ? [single]
      : [single, { text: word + next, from: index, to: index + 1 }];
  });
  const whole = spans
    .filter(({ text }) => wanted.some((name) => areAlike(name, text)))
    .map(({ from, to }) => ({ from, to, isWhole: true }));
  const initials = words.flatMap((word, index) =>
    names.some((name) => isInitial(word, name) || isInitial(name, word))
      ? [{ from: index, to: index, isWhole: false }]
      : [],
  );
  return [...whole, ...initials];
}

const isInitial = (short: string, name: string) =>
  [...short].length === 1 && [...name].length > 1 && name.startsWith(short);

/** Banks without umlauts write "Mueller", "Soerensen" and "Aase". */
const areAlike = (left: string, right: string) =>
  left === right || withoutDigraphs(left) === withoutDigraphs(right);

const withoutDigraphs = (word: string) => word.replace(/([aou])e/g, '$1').replaceAll('aa', 'a');

/** Words in a name that say nothing about the person. */
const titles = new Set(
  'mr mrs ms miss mx dr prof ing herr frau sr sra srta senor senora don dona jr ii iii iv'.split(
    ' ',
  ),
);

const particles = new Set(
  'de da do dos das del della di du la le las los e y van von der den ter ten af av zu bin ibn bint al el ul'.split(
    ' ',
  ),
);

/** Letters that no decomposition turns into a basic one. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ə: 'e',
  // Arabic writes these alike: final alef and yeh, teh marbuta and heh.
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};

/** Accents, Hebrew points and Arabic vowel signs; the vowel signs of other scripts are letters. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/gu;

function split(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    // A second time, as lower case may compose: "İ".
    .replace(marks, '')
    .replace(/./gsu, (letter) => letters[letter] ?? letter)
    .replace(/['’‘`´ʼ]/gu, '');
  const words = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  const own = words.filter((word) => !titles.has(word));
  return own.length > 0 ? own : words;
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Thai',
  'Georgian',
  'Armenian',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** Whether both texts have letters of one script; a script that isn't listed is its own. */
function shareScript(left: string, right: string): boolean {
  const known = scripts.filter((script) => script.test(left) || script.test(right));
  if (known.length === 0) return true;
  return known.some((script) => script.test(left) && script.test(right));
}
