import type { Field } from '../shared/field.ts';
import { judgeValue } from '../shared/judge-value.ts';
import { DropdownInput } from './dropdown-input.tsx';

/** A choice of one (§3). What stands in the box is the choice's value; its name is shown. */
export const field: Field<'dropdown'> = {
  Input: DropdownInput,
  // What was chosen before may no longer be among the choices.
  format: (value, { values }) => (values.some((choice) => choice.value === value) ? value : ''),
  normalize: (text) => text,
  validate: judgeValue,
  serialize: (value) => value,
};
