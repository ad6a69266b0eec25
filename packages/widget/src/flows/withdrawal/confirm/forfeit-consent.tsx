import type { ForfeitedBonus } from '@kassa/contract';
import { type Ref, useId } from 'react';
import { useText } from '../../../i18n/text.ts';
import { ForfeitedBonuses } from '../parts/forfeited-bonuses.tsx';
import styles from './forfeit-consent.module.css';

interface ForfeitConsentProps {
  ref: Ref<HTMLInputElement>;
  bonuses: readonly ForfeitedBonus[];
  isAgreed: boolean;
  /** The player pressed the button without it. */
  isMissing: boolean;
  isDisabled: boolean;
  onAgree: (isAgreed: boolean) => void;
}

/** The bonuses that the withdrawal forfeits, which the player has to agree to. */
export function ForfeitConsent(props: ForfeitConsentProps) {
  const { ref, bonuses, isAgreed, isMissing, isDisabled, onAgree } = props;
  const text = useText();
  const errorId = useId();
  return (
    <ForfeitedBonuses bonuses={bonuses}>
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
        <span>{text('withdrawal.forfeit.agree', { count: bonuses.length })}</span>
      </label>
      <p className={styles.error} id={errorId} role="status">
        {isMissing && text('withdrawal.forfeit.missing', { count: bonuses.length })}
      </p>
    </ForfeitedBonuses>
  );
}
