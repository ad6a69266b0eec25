import {
  compareDecimals,
  type PaymentMethod,
  type Withdrawal,
  type WithdrawalStatusWord,
} from '@kassa/contract';
import type { TimeFormat } from '../../i18n/formats.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { describeMethod } from '../deposit/describe-method.ts';
import { describeWithdrawalStatus } from '../withdrawal/parts/describe-status.ts';
import styles from './row.module.css';
import { RowLink } from './row-link.tsx';
import { StatusChip, type Tone } from './status-chip.tsx';

const tones: Record<WithdrawalStatusWord, Tone> = {
  PENDING: 'warn',
  SENDING: 'warn',
  PAID: 'ok',
  REJECTED: 'danger',
  CANCELED: 'quiet',
  FAILED: 'danger',
  RETURNED: 'danger',
};

interface WithdrawalRowProps {
  withdrawal: Withdrawal;
  /** Undefined where the method isn't offered any more; null while that is unknown. */
  method: PaymentMethod | undefined | null;
  /** Formats the time of the day. */
  timeFormat: TimeFormat;
}

/** A withdrawal, with a link to its details. */
export function WithdrawalRow({ withdrawal, method, timeFormat }: WithdrawalRowProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { withdrawalId, paymentMethod, createdAt, reference, status } = withdrawal;
  const known = method ?? undefined;
  // A method that isn't loaded yet gets its name later, on the same line.
  const name = method === null ? '\u00a0' : describeMethod(paymentMethod, known, locale.tag);
  // The time until which a payout waits is on its own page.
  const words = describeWithdrawalStatus(withdrawal, Number.POSITIVE_INFINITY, String);
  const tone = withdrawal.paidAmount === null ? tones[status] : 'warn';
  return (
    <li className={styles.item}>
      <RowLink
        direction="withdrawal"
        target={{
          to: 'Withdrawal complete',
          search: { withdrawalId, method: paymentMethod, to: 'Deposit history' },
        }}
        method={known}
        name={name}
        createdAt={new Date(createdAt)}
        reference={reference}
        timeFormat={timeFormat}
      >
        <b className={styles.amount}>{money(withdrawal.amount, withdrawal.currency)}</b>
        <PaidOut withdrawal={withdrawal} />
        <StatusChip tone={tone}>{text(words.key, words.params)}</StatusChip>
      </RowLink>
    </li>
  );
}

/** What was paid out, where it differs from what left the balance. */
function PaidOut({ withdrawal }: Pick<WithdrawalRowProps, 'withdrawal'>) {
  const text = useText();
  const money = useMoney();
  const { status, amount, currency, arrives } = withdrawal;
  if (status !== 'PAID') return null;
  if (arrives.currency === currency && compareDecimals(arrives.amount, amount) === 0) return null;
  return (
    <small className={styles.credited}>
      {text('history.paidOut', { amount: money(arrives.amount, arrives.currency) })}
    </small>
  );
}
