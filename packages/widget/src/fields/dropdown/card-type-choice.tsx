import type { FieldOf } from '@kassa/contract';
import type { FocusEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { FieldInputProps } from '../field.ts';
import { nameChoices } from '../shared/name-choices.ts';
import styles from './card-type-choice.module.css';

/** The types of card that a method takes, as tiles with their logos: a choice's value names its logo (§9). */
export function CardTypeChoice(props: FieldInputProps<FieldOf<'dropdown'>>) {
  const { definition, id, label, describedBy, text, error, isDisabled, context } = props;
  const choices = nameChoices(definition, context.locale);

  function handleFocus({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    // Whoever is led to the group goes on with what is chosen in it.
    if (target === currentTarget) {
      const radios = [...currentTarget.querySelectorAll<HTMLInputElement>('input')];
      (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
      return;
    }
    if (!currentTarget.contains(relatedTarget)) props.onFocus();
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) props.onBlur();
  }

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
      onFocus={handleFocus}
      onBlur={handleBlur}
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
