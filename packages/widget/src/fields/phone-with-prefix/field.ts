import type { Field } from '../shared/field.ts';
import { judgeValue } from '../shared/judge-value.ts';
import { PhoneWithPrefixInput } from './phone-with-prefix-input.tsx';
import { readPhone, writePhone } from './read-phone.ts';

/** A phone number behind a fixed prefix (§5). Its value is international; rules see what follows. */
export const field: Field<'phone_with_prefix'> = {
  Input: PhoneWithPrefixInput,
  format: writePhone,
  normalize: readPhone,
  validate: (value, definition, context) => {
    const { prefix } = definition;
    const isForeign = value.length >= shortestNumber && !value.startsWith(prefix);
    if (!isForeign) return judgeValue(value, definition, context);
    // Isolated: in a right-to-left sentence the plus would go to the other end.
    return {
      words: { key: 'form.field.otherPrefix', params: { prefix: `\u2066${prefix}\u2069` } },
    };
  },
  serialize: (value) => value,
};

/** Shorter ones are still being written, and may yet become the right one. */
const shortestNumber = 8;
