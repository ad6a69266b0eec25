import { CardIssuer } from '../../features/card-issuer/card-issuer.tsx';
import type { Field } from '../shared/field.ts';
import { normalizeText } from '../shared/normalize-text.ts';
import { validateValue } from '../shared/validate-value.ts';
import { TextInput } from './text-input.tsx';

/** A line of text (§3). `Mask` says what its value is under a mask. */
export const field: Field<'text'> = {
  Input: TextInput,
  noteOf: ({ showsCardIssuer }) => (showsCardIssuer === true ? CardIssuer : null),
  format: (value) => value,
  normalize: normalizeText,
  validate: validateValue,
  serialize: (value) => value,
};
