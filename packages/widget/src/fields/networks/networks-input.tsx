import type { FieldOf } from '@kassa/contract';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { ChoiceDropdown } from '../shared/choice-dropdown.tsx';
import type { FieldInputProps } from '../shared/field.ts';
import { nameChoices } from '../shared/name-choices.ts';

/** The most networks that fit beside each other on a phone. */
const mostSegments = 4;

/** The networks side by side, or as a list where there are many. */
export function NetworksInput(props: FieldInputProps<FieldOf<'networks'>>) {
  const { definition, context, onChange, text, error, ...rest } = props;
  if (definition.values.length > mostSegments) return <ChoiceDropdown {...props} />;
  return (
    <SegmentedChoice
      {...rest}
      choices={nameChoices(definition, context.locale)}
      value={text}
      onChange={(value) => onChange(value, 'chosen')}
      isInvalid={error !== null}
    />
  );
}
