import type { ComponentProps } from 'react';
import styles from './text-box.module.css';

interface TextBoxProps extends Omit<ComponentProps<'input'>, 'className'> {
  id: string;
  isInvalid?: boolean;
  isDisabled?: boolean;
  /** A fixed text before the typed text, both left to right. Screen readers announce it too. */
  lead?: string | undefined;
  /** Shows letters as capitals. The caller makes the value upper-case. */
  isUppercase?: boolean;
}

/** The input for a line of text. */
export function TextBox({
  isInvalid = false,
  isDisabled = false,
  isUppercase = false,
  lead,
  'aria-describedby': describedBy,
  ...rest
}: TextBoxProps) {
  const leadId = `${rest.id}-lead`;
  return (
    <span
      className={styles.box}
      dir={lead === undefined ? undefined : 'ltr'}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || undefined}
    >
      {lead !== undefined && (
        <label className={styles.lead} id={leadId} htmlFor={rest.id} dir="ltr" aria-hidden="true">
          {lead}
        </label>
      )}
      <input
        type="text"
        {...rest}
        className={styles.input}
        disabled={isDisabled}
        data-uppercase={isUppercase || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={lead === undefined ? describedBy : [leadId, describedBy].join(' ').trim()}
      />
    </span>
  );
}
