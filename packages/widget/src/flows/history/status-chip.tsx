import type { TransactionStatus } from '@kassa/contract';
import { type MessageKey, useText } from '../../i18n/text.ts';
import type { DescribedTakenBack } from '../deposit/describe-taken-back.ts';
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
  takenBack: DescribedTakenBack | null;
  /** The money that arrived is returned, or was once the deposit is declined. */
  isReturn: boolean;
}

/** The status of a deposit, as a word and a colour. */
export function StatusChip({ status, takenBack, isReturn }: StatusChipProps) {
  const text = useText();
  const tone = takenBack === null ? tones[status] : toneOf(takenBack);
  return (
    <span className={styles.chip} data-tone={tone}>
      {text(takenBack === null ? keyOf(status, isReturn) : keyOfTakenBack(takenBack))}
    </span>
  );
}

function keyOf(status: TransactionStatus, isReturn: boolean): MessageKey {
  const returned = status === 'declined' ? 'returned' : 'returning';
  return `history.status.${isReturn ? returned : status}`;
}

const toneOf = ({ cause }: DescribedTakenBack) => (cause === 'refunded' ? 'quiet' : 'warn');

const keyOfTakenBack = ({ cause, isWhole }: DescribedTakenBack): MessageKey =>
  isWhole ? `history.status.${cause}` : `history.status.partly.${cause}`;
