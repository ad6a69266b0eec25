import type { FieldOf } from '@kassa/contract';
import { useMemo } from 'react';
import { Dropdown } from '../../features/dropdown/dropdown.tsx';
import type { FieldInputProps } from './field.ts';
import { nameChoices } from './name-choices.ts';

/** A field whose value is chosen from a list. */
export function ChoiceDropdown(props: FieldInputProps<FieldOf<'dropdown'> | FieldOf<'networks'>>) {
  const { definition, context, onChange, error, text, ...rest } = props;
  const choices = useMemo(
    () => nameChoices(definition, context.locale),
    [definition, context.locale],
  );
  return (
    <Dropdown
      {...rest}
      choices={choices}
      value={text}
      onChange={(value) => onChange(value, 'chosen')}
      isRequired={definition.isOptional !== true}
      isInvalid={error !== null}
    />
  );
}
