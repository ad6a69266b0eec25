import type { ComponentProps } from 'react';
import { useText } from '../../i18n/text.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { ChoiceName } from './choice-name.tsx';
import styles from './dropdown.module.css';
import type { DropdownProps } from './dropdown-props.ts';

/** The content of a dropdown's box: the chosen name or the placeholder. */
export function DropdownBoxContent({ choices, value }: Pick<DropdownProps, 'choices' | 'value'>) {
  const text = useText();
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <>
      <span className={chosen === undefined ? styles.placeholder : styles.value}>
        {chosen === undefined ? text('form.dropdown.choose') : <ChoiceName choice={chosen} />}
      </span>
      <Glyph name="forward" size={18} className={styles.arrow} />
    </>
  );
}

/** Returns the attributes of a dropdown's button, whichever list it opens. */
export function boxAttributesOf({ id, describedBy, isInvalid, isRequired }: DropdownProps) {
  return {
    id,
    className: styles.box ?? '',
    'data-invalid': isInvalid === true || undefined,
    'aria-invalid': isInvalid === true || undefined,
    'aria-required': isRequired === true || undefined,
    'aria-describedby': describedBy,
  } satisfies ComponentProps<'button'> & Record<'data-invalid', true | undefined>;
}

/** A dropdown's box before the code of its list is loaded. */
export function DropdownBox(props: DropdownProps & { onPress: () => void }) {
  return (
    <button
      {...boxAttributesOf(props)}
      type="button"
      role="combobox"
      aria-expanded="false"
      aria-haspopup="listbox"
      aria-busy="true"
      disabled={props.isDisabled}
      onClick={props.onPress}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    >
      <DropdownBoxContent {...props} />
    </button>
  );
}
