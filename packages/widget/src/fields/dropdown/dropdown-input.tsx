import { cardViewTypes, type FieldOf } from '@kassa/contract';
import { ChoiceDropdown } from '../shared/choice-dropdown.tsx';
import type { FieldInputProps } from '../shared/field.ts';
import { CardTypeChoice } from './card-type-choice.tsx';

/** A list of choices, searchable where it is long (§5). Types of card show as tiles. */
export function DropdownInput(props: FieldInputProps<FieldOf<'dropdown'>>) {
  const { definition, context } = props;
  const isCardType =
    definition.name === 'cardType' &&
    context.method.cardViewType === cardViewTypes.cardMultipleType;
  return isCardType ? <CardTypeChoice {...props} /> : <ChoiceDropdown {...props} />;
}
