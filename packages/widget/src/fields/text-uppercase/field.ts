import { toCapitals } from '@kassa/contract';
import type { Field } from '../shared/field.ts';
import { normalizeText } from '../shared/normalize-text.ts';
import { validateValue } from '../shared/validate-value.ts';
import { TextUppercaseInput } from './text-uppercase-input.tsx';

/** A line of capitals (§5), the same in every language: `i` becomes `I` in Turkish too. */
export const field: Field<'text_uppercase'> = {
  Input: TextUppercaseInput,
  format: toCapitals,
  normalize: (text, definition) => normalizeText(toCapitals(text), definition),
  validate: validateValue,
  serialize: (value) => value,
};
