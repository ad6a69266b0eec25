import type { DepositSummary } from '@kassa/contract';
import { keepLeftToRight } from '../../../i18n/keep-left-to-right.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import styles from './payment-facts.module.css';

interface SupportReferenceProps {
  deposit: Pick<DepositSummary, 'reference'>;
}

/**
 * The deposit's reference, for support alone, and so small and without a button: of two references to
 * copy the player might send the wrong one.
 */
export function SupportReference({ deposit }: SupportReferenceProps) {
  const text = useText();
  const { locale } = useSession();
  const { reference } = deposit;
  return (
    <p className={styles.support}>
      {text('reference.support', { reference: keepLeftToRight(reference, locale) })}
    </p>
  );
}
