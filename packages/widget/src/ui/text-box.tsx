import type { ComponentProps } from 'react';
import styles from './text-box.module.css';

interface TextBoxProps extends Omit<ComponentProps<'input'>, 'className'> {
  id: string;
  isInvalid?: boolean;
  isDisabled?: boolean;
  /** Stands fixed before what is typed, both from left to right; a screen reader is told it too. */
  lead?: string | undefined;
  /** Shows letters as capitals. The value is the caller's to raise. */
  isUppercase?: boolean;
}

/** The box that a line of text is typed into. */
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
        <label className={styles.lead} id={leadId} htmlFor={rest.id} aria-hidden="true">
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
