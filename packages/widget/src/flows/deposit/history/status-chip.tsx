import type { TransactionStatus } from '@kassa/contract';
import { useText } from '../../../i18n/text.ts';
import styles from './status-chip.module.css';

const tones: Record<TransactionStatus, 'ok' | 'warn' | 'danger' | 'quiet'> = {
  waiting: 'warn',
  accepted: 'warn',
  processed: 'ok',
  declined: 'danger',
  canceled: 'quiet',
  expired: 'quiet',
};

/** The status of a deposit, as a word and a colour. */
export function StatusChip({ status }: { status: TransactionStatus }) {
  const text = useText();
  return (
    <span className={styles.chip} data-tone={tones[status]}>
      {text(`history.status.${status}`)}
    </span>
  );
}
