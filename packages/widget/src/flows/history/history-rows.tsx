import { formatsOf, type TimeFormat } from '../../i18n/formats.ts';
import { useSession } from '../../session/session.ts';
import { useMethods } from '../deposit/deposit.queries.ts';
import { useWithdrawal } from '../withdrawal/withdrawal.query.ts';
import { DepositRow } from './deposit-row.tsx';
import styles from './history.module.css';
import type { Entry } from './list-entries.ts';
import { WithdrawalRow } from './withdrawal-row.tsx';

interface HistoryRowsProps {
  entries: readonly Entry[];
  /** Whether the rows show their day as well as their time. */
  hasDates: boolean;
}

/** A card with payments. */
export function HistoryRows({ entries, hasDates }: HistoryRowsProps) {
  const { locale } = useSession();
  const { DateTimeFormat } = formatsOf(locale.format);
  const timeFormat = new DateTimeFormat(locale.format, {
    timeStyle: 'short',
    ...(hasDates && { dateStyle: 'medium' }),
  });
  return (
    <ul className={styles.rows}>
      {entries.map((entry) =>
        entry.kind === 'deposit' ? (
          <OfferedDeposit key={entry.key} deposit={entry.deposit} timeFormat={timeFormat} />
        ) : (
          <OfferedWithdrawal
            key={entry.key}
            withdrawal={entry.withdrawal}
            timeFormat={timeFormat}
          />
        ),
      )}
    </ul>
  );
}

type OfKind<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }> & {
  timeFormat: TimeFormat;
};

function OfferedDeposit(row: Pick<OfKind<'deposit'>, 'deposit' | 'timeFormat'>) {
  const { catalogue } = useMethods();
  const { paymentMethod } = row.deposit;
  return (
    <DepositRow {...row} method={catalogue?.methods.find(({ name }) => name === paymentMethod)} />
  );
}

/** A player without withdrawals doesn't load their methods. */
function OfferedWithdrawal(row: Pick<OfKind<'withdrawal'>, 'withdrawal' | 'timeFormat'>) {
  const { catalogue, error } = useWithdrawal();
  const { paymentMethod } = row.withdrawal;
  const isUnknown = catalogue === undefined && error === null;
  const method = catalogue?.methods.find(({ name }) => name === paymentMethod);
  return <WithdrawalRow {...row} method={isUnknown ? null : method} />;
}
