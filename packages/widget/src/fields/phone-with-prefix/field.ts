import { readPhone } from '@kassa/contract';
import type { Field } from '../shared/field.ts';
import { validateValue } from '../shared/validate-value.ts';
import { writePhone } from './limit-phone.ts';
import { PhoneWithPrefixInput } from './phone-with-prefix-input.tsx';

/**
 * A phone number after a fixed prefix (§5). Its value is international; rules apply to the part
 * after the prefix.
 */
export const field: Field<'phone_with_prefix'> = {
  Input: PhoneWithPrefixInput,
  format: writePhone,
  normalize: readPhone,
  validate: (value, definition, context) => {
    const { prefix } = definition;
    const isForeign =
      value.length >= shortestNumber && value.startsWith('+') && !value.startsWith(prefix);
    if (!isForeign) return validateValue(value, definition, context);
    // The prefix is isolated: in a right-to-left sentence its plus would move to the other end.
    return {
      words: { key: 'form.field.otherPrefix', params: { prefix: `\u2066${prefix}\u2069` } },
    };
  },
  serialize: (value) => value,
};

/** A shorter number is still being typed: its prefix isn't reported as wrong yet. */
const shortestNumber = 8;
