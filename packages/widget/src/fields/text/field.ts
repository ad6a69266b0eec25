import { CardIssuer } from '../../features/card-issuer/card-issuer.tsx';
import type { Field } from '../shared/field.ts';
import { judgeValue } from '../shared/judge-value.ts';
import { normalizeText } from '../shared/normalize-text.ts';
import { TextInput } from './text-input.tsx';

/** A line of text (§3). What its value is under a mask stands at `Mask`. */
export const field: Field<'text'> = {
  Input: TextInput,
  noteOf: ({ showsCardIssuer }) => (showsCardIssuer === true ? CardIssuer : null),
  format: (value) => value,
  normalize: normalizeText,
  validate: judgeValue,
  serialize: (value) => value,
};
