import type { FieldOf } from '@kassa/contract';
import { Icon } from '../../ui/icon.tsx';
import { radioGroupFocus } from '../../ui/radio-group-focus.ts';
import type { FieldInputProps } from '../shared/field.ts';
import { nameChoices } from '../shared/name-choices.ts';
import styles from './card-type-choice.module.css';

/** The types of card that a method takes, as tiles. The value of a choice names its logo (§9). */
export function CardTypeChoice(props: FieldInputProps<FieldOf<'dropdown'>>) {
  const { definition, id, label, describedBy, text, error, isDisabled, context } = props;
  const choices = nameChoices(definition, context.locale);

  return (
    <div
      id={id}
      className={styles.tiles}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={error !== null || undefined}
      data-invalid={error !== null || undefined}
      {...radioGroupFocus(props)}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={styles.tile}>
          <input
            className={styles.radio}
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === text}
            disabled={isDisabled}
            required={definition.isOptional !== true}
            onChange={() => props.onChange(choice.value, 'chosen')}
          />
          <span className={styles.face}>
            <Icon id={choice.value} name={choice.text} size="medium" />
            <span className={styles.name} dir="auto">
              {choice.text}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
