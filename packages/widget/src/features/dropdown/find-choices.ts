/** Something to choose, by its name in the player's language. */
export interface Choice {
  value: string;
  text: string;
}

/** Choices made ready to be searched: a thousand names are folded once, not at every key. */
export interface SearchableChoice {
  choice: Choice;
  folded: string;
}

/** Makes choices ready for {@link findChoices}. */
export function foldChoices(choices: readonly Choice[], locale: string): SearchableChoice[] {
  return choices.map((choice) => ({ choice, folded: fold(choice.text, locale) }));
}

/**
 * Finds choices by name (§5): what begins with the search first, then what holds it, each in the
 * order it came in. Neither case nor accents count, so that `sao` finds São Paulo; an empty search
 * finds all.
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

/** Letters that are no others with an accent, and are still typed without on a foreign keyboard. */
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
 * A name without case and accents, and without the vowel marks of Arabic. The signs of Indian
 * scripts, which are marks as well, stay: there they make another word.
 */
function fold(text: string, locale: string): string {
  return text
    .toLocaleLowerCase(locale)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0670\u0640]/g, '')
    .replace(/[ıłøđßæœ]/g, (letter) => plainLetters[letter] ?? letter);
}
