import { type FieldDefinition, toCanonicalValue, validateField } from '@kassa/contract';
import { cleanTyped, normalizeTyped } from './clean-text.ts';
import { normalizeMasked, readMask } from './mask.ts';
import type { TextDefinition } from './typed-text.tsx';

/**
 * Returns the value that the rules validate (§3) for a line of text: of a number or code its one
 * form, without what groups it and without a label that was pasted with it (`IBAN: DE89 3704 …`).
 * `Mask` says what a mask removes.
 */
export function normalizeText(text: string, definition: TextDefinition): string {
  const { mask, category } = definition;
  const typed = cleanTyped(text, category).trim();
  if (!isCode(definition)) return normalizeByMask(typed, mask);
  const plain = toPlain(typed, definition);
  const unlabelled = withoutLabel(typed, definition);
  const isRight = (value: string) => validateField(definition, value) === null;
  if (isRight(plain)) return unlabelled === null || unlabelled === plain ? plain : typed;
  // A rule may ask for the grouping.
  const grouped = normalizeTyped(text, category);
  if (mask === undefined && isRight(grouped)) return grouped;
  return unlabelled ?? plain;
}

const codes: ReadonlySet<FieldDefinition['category']> = new Set([
  'number',
  'account',
  'card',
  'document',
]);

/** Whether a field takes a number or code, in which spaces and marks only group. */
function isCode({ mask, category, accountNumber, taxId }: TextDefinition): boolean {
  if (mask !== undefined) return readMask(mask).kind === 'pattern';
  return accountNumber !== undefined || taxId !== undefined || codes.has(category);
}

function toPlain(text: string, definition: TextDefinition): string {
  const one = definition.isOneTime === true ? text : toCanonicalValue(definition, text);
  const { category, mask } = definition;
  return normalizeByMask(definition.isOneTime === true ? normalizeTyped(one, category) : one, mask);
}

function normalizeByMask(text: string, mask: string | undefined): string {
  return mask === undefined ? text : normalizeMasked(text, readMask(mask));
}

/** The longest text in which a label is looked for. */
const longestLabelled = 200;

/**
 * Returns the value behind a label: words before the first digit, with a space or mark behind them.
 * Null if there is none, or if no rest or more than one of them is a right value. Words before an
 * account that isn't a number, such as an address, may name another chain: they aren't dropped.
 */
function withoutLabel(text: string, definition: TextDefinition): string | null {
  const { type, category, accountNumber, taxId } = definition;
  if (type === 'text' && category === 'account') return null;
  if (text.length > longestLabelled) return null;
  // A second label, of another number: only check digits tell whether it belongs to this one.
  const hasCheckDigits = accountNumber !== undefined || taxId !== undefined;
  if (!hasCheckDigits && /\p{Nd}.*[^\p{L}\p{Nd}]\p{L}{2}/su.test(text)) return null;
  const words = /^\P{Nd}*/u.exec(text)?.[0] ?? '';
  const rests = [...words.matchAll(/\p{L}{2}.*?[\s:：.#№°=]+/gsu)].map(({ index, 0: label }) =>
    toPlain(text.slice(index + label.length), definition),
  );
  const right = new Set(rests.filter((rest) => validateField(definition, rest) === null));
  const [only = null] = right;
  return right.size === 1 && only !== '' ? only : null;
}
