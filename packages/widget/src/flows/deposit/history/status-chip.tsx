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

interface StatusChipProps {
  status: TransactionStatus;
  /** The money that arrived is returned, or was once the deposit is declined. */
  isReturn: boolean;
}

/** The status of a deposit, as a word and a colour. */
export function StatusChip({ status, isReturn }: StatusChipProps) {
  const text = useText();
  const returned = status === 'declined' ? 'returned' : 'returning';
  return (
    <span className={styles.chip} data-tone={tones[status]}>
      {text(`history.status.${isReturn ? returned : status}`)}
    </span>
  );
}
