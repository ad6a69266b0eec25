import type { FieldOf } from '@kassa/contract';
import type { FieldInputProps } from '../field.ts';
import { ChoiceDropdown } from '../shared/choice-dropdown.tsx';

/** A list to choose from, which can be searched where it is long (§5). */
export function DropdownInput(props: FieldInputProps<FieldOf<'dropdown'>>) {
  return <ChoiceDropdown {...props} />;
}
