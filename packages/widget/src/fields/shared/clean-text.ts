import { type FieldDefinition, toLatinDigits } from '@kassa/contract';

type Category = NonNullable<FieldDefinition['category']>;

/** Invisible marks of direction and width that are copied along with a text. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** All of them: in a number none has a meaning, while words of some scripts need their joiners. */
const anyInvisible = /\p{Cf}/gu;

/** Categories written with digits, which a keyboard may offer in any script. */
const withDigits: ReadonlySet<Category> = new Set(['number', 'account', 'document', 'card']);
/** Categories that are grouped only for reading. */
const grouped: ReadonlySet<Category> = new Set(['number', 'account', 'card']);

/**
 * Returns the valid text of an input: in a number, digits of any script become Latin. It is never cut:
 * the part that is left would be another number.
 */
export function cleanTyped(text: string, category: Category = 'text'): string {
  return withDigits.has(category)
    ? toLatinDigits(text.replace(anyInvisible, ''))
    : text.replace(invisible, '');
}

/**
 * Returns the value that the rules validate: the trimmed text, a number without its grouping.
 */
export function normalizeTyped(text: string, category: Category = 'text'): string {
  const trimmed = cleanTyped(text, category).trim();
  if (!grouped.has(category)) return trimmed;
  const closed = trimmed.replace(/\s/g, '');
  return category === 'card' ? closed.replace(/-/g, '') : closed;
}
