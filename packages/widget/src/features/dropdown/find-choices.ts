/** A choice, with its name in the player's language. */
export interface Choice {
  value: string;
  text: string;
  /** The country whose flag stands before the name: ISO 3166-1 alpha-2, lower case. */
  flag?: string;
  /** The id of its logo, where the choices have logos. */
  iconId?: string | undefined;
}

/** A choice prepared for searching: a thousand names are folded once, not at every key. */
export interface SearchableChoice {
  choice: Choice;
  folded: string;
}

/** Prepares choices for {@link findChoices}. */
export function foldChoices(choices: readonly Choice[], locale: string): SearchableChoice[] {
  return choices.map((choice) => ({ choice, folded: fold(choice.text, locale) }));
}

/**
 * Finds choices by name (§5): first the names that begin with the search, then those that contain
 * it, each in their original order. Case and accents are ignored, so that `sao` finds São Paulo. An
 * empty search finds all.
 */
export function findChoices(
  choices: readonly SearchableChoice[],
  search: string,
  locale: string,
): Choice[] {
  const wanted = fold(search.trim(), locale);
  const begins: Choice[] = [];
  const holds: Choice[] = [];
  for (const { choice, folded } of choices) {
    if (folded.startsWith(wanted)) begins.push(choice);
    else if (folded.includes(wanted)) holds.push(choice);
  }
  return [...begins, ...holds];
}

/**
 * Letters that don't decompose into a plain letter and an accent, with the plain letter that
 * foreign keyboards offer for them.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/**
 * Removes case, accents, and the vowel marks of Arabic. The signs of Indian scripts are marks too
 * and stay: they change the word.
 */
function fold(text: string, locale: string): string {
  return text
    .toLocaleLowerCase(locale)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0670\u0640]/g, '')
    .replace(/[ıłøđßæœ]/g, (letter) => plainLetters[letter] ?? letter);
}
