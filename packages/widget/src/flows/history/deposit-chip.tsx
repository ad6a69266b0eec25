import type { TransactionStatus } from '@kassa/contract';
import { type MessageKey, useText } from '../../i18n/text.ts';
import type { DescribedTakenBack } from '../deposit/describe-taken-back.ts';
import { StatusChip, type Tone } from './status-chip.tsx';

const tones: Record<TransactionStatus, Tone> = {
  waiting: 'warn',
  accepted: 'warn',
  processed: 'ok',
  declined: 'danger',
  canceled: 'quiet',
  expired: 'quiet',
};

interface DepositChipProps {
  status: TransactionStatus;
  takenBack: DescribedTakenBack | null;
  /** The money that arrived is returned, or was once the deposit is declined. */
  isReturn: boolean;
}

/** The status of a deposit. */
export function DepositChip({ status, takenBack, isReturn }: DepositChipProps) {
  const text = useText();
  return (
    <StatusChip tone={takenBack === null ? tones[status] : toneOf(takenBack)}>
      {text(takenBack === null ? keyOf(status, isReturn) : keyOfTakenBack(takenBack))}
    </StatusChip>
  );
}

function keyOf(status: TransactionStatus, isReturn: boolean): MessageKey {
  const returned = status === 'declined' ? 'returned' : 'returning';
  return `history.status.${isReturn ? returned : status}`;
}

const toneOf = ({ cause }: DescribedTakenBack): Tone => (cause === 'refunded' ? 'quiet' : 'warn');

const keyOfTakenBack = ({ cause, isWhole }: DescribedTakenBack): MessageKey =>
  isWhole ? `history.status.${cause}` : `history.status.partly.${cause}`;
