import type { Field } from '../shared/field.ts';
import { validateValue } from '../shared/validate-value.ts';
import { DropdownInput } from './dropdown-input.tsx';

/** A choice of one (§3). The field's text is the choice's value; its name is shown. */
export const field: Field<'dropdown'> = {
  Input: DropdownInput,
  // A kept value may no longer be among the choices.
  format: (value, { values }) => (values.some((choice) => choice.value === value) ? value : ''),
  normalize: (text) => text,
  validate: validateValue,
  serialize: (value) => value,
};
