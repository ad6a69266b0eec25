import { type Ref, useId } from 'react';
import styles from './consent.module.css';

interface ConsentProps {
  ref: Ref<HTMLInputElement>;
  /** What the player agrees to. */
  words: string;
  /** What a player reads who pressed the button without it. */
  missingWords: string;
  isAgreed: boolean;
  isMissing: boolean;
  isDisabled: boolean;
  onAgree: (isAgreed: boolean) => void;
}

/** A box to tick, without which the button goes nowhere. */
export function Consent(props: ConsentProps) {
  const { ref, words, missingWords, isAgreed, isMissing, isDisabled, onAgree } = props;
  const errorId = useId();
  return (
    <>
      <label className={styles.consent} data-invalid={isMissing || undefined}>
        <input
          ref={ref}
          className={styles.box}
          type="checkbox"
          checked={isAgreed}
          disabled={isDisabled}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
          onChange={(event) => onAgree(event.currentTarget.checked)}
        />
        <span>{words}</span>
      </label>
      <p className={styles.error} id={errorId} role="status">
        {isMissing && missingWords}
      </p>
    </>
  );
}
