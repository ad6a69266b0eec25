import { type FieldDefinition, longestFieldValue, toLatinDigits } from '@kassa/contract';

type Category = NonNullable<FieldDefinition['category']>;

/** Marks of direction and width that come along when a text is copied; nobody sees them. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** What is written with digits, which may come from a keyboard of any script. */
const withDigits: ReadonlySet<Category> = new Set(['number', 'account', 'document', 'card']);
/** What is written in groups only to be read. */
const grouped: ReadonlySet<Category> = new Set(['number', 'account', 'card']);

/** What may stand in the box of a text: digits of any script become Latin in a number. */
export function cleanTyped(text: string, category: Category = 'text'): string {
  const visible = text.replace(invisible, '');
  return (withDigits.has(category) ? toLatinDigits(visible) : visible).slice(0, longestFieldValue);
}

/** The value of such a text, as rules see it: trimmed, and a number's groups closed up. */
export function normalizeTyped(text: string, category: Category = 'text'): string {
  const trimmed = cleanTyped(text, category).trim();
  if (!grouped.has(category)) return trimmed;
  const closed = trimmed.replace(/\s/g, '');
  return category === 'card' ? closed.replace(/-/g, '') : closed;
}
