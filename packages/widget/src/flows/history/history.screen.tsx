import { type DepositSummary, decodeStatus } from '@kassa/contract';
import { useId } from 'react';
import { FailedScreen } from '../../features/failure/failed-screen.tsx';
import { type Text, useText } from '../../i18n/text.ts';
import { useRouter } from '../../routing/use-router.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { isOnItsWay } from '../deposit/chain-payment.ts';
import { useMethods } from '../deposit/deposit.queries.ts';
import { UnfinishedDeposits } from '../deposit/resume/unfinished-deposits.tsx';
import { unfinishedOf } from '../deposit/resume/unfinished-of.ts';
import { DepositRow } from './deposit-row.tsx';
import { type DayName, groupByDay } from './group-by-day.ts';
import styles from './history.module.css';
import { useHistory } from './use-history.ts';

/** The player's last deposits and their status. An unfinished one can be continued. */
export function HistoryScreen() {
  const history = useHistory();
  switch (history.kind) {
    case 'loading':
      return (
        <Screen layout="form" isSkeleton>
          <Skeleton shape="line" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </Screen>
      );
    case 'failed':
      return <FailedScreen {...history} title="history.failed" />;
    case 'ready':
      if (history.deposits.length === 0) return <EmptyHistory />;
      return <HistoryList deposits={history.deposits} />;
  }
}

function EmptyHistory() {
  const text = useText();
  const router = useRouter();
  const goToList = () => router.navigate({ to: router.rootOf('deposit') });
  return (
    <Screen
      layout="centered"
      footer={<Button onClick={goToList}>{text('history.empty.deposit')}</Button>}
    >
      <StatusPanel tone="quiet" title={text('history.empty.title')}>
        <StatusText>{text('history.empty.text')}</StatusText>
      </StatusPanel>
    </Screen>
  );
}

/** The server lists no more than this, besides the unfinished deposits. */
const mostListed = 50;

/** Lists the deposits that wait for the player, then those on their way, then the others by day. */
function HistoryList({ deposits }: { deposits: readonly DepositSummary[] }) {
  const text = useText();
  const { locale } = useSession();
  const { catalogue } = useMethods();
  const toContinue = unfinishedOf(deposits, catalogue?.methods);
  const others = deposits.filter((deposit) => !toContinue.includes(deposit));
  const onTheirWay = others.filter(hasNoEnd);
  const over = others.filter((deposit) => !hasNoEnd(deposit));
  return (
    <Screen layout="form">
      {toContinue.length > 0 && <UnfinishedDeposits />}
      {onTheirWay.length > 0 && (
        <Section title={text('history.onTheirWay')} deposits={onTheirWay} hasDates />
      )}
      {groupByDay(over, new Date()).map((day) => (
        <Section
          key={day.key}
          title={describeDay(day.name, text, locale.format)}
          deposits={day.deposits}
        />
      ))}
      {deposits.length >= mostListed && (
        <p className={styles.limit}>{text('history.limit', { count: mostListed })}</p>
      )}
    </Screen>
  );
}

/** Whether a deposit has no end yet: the player's bank, the provider or the operator acts next. */
function hasNoEnd(deposit: DepositSummary): boolean {
  const status = decodeStatus(deposit);
  if (deposit.canContinue) return false;
  return status === 'waiting' || status === 'accepted' || isOnItsWay(deposit.chain, status);
}

interface SectionProps {
  title: string;
  deposits: readonly DepositSummary[];
  /** Whether the rows show their day, which the title doesn't name. */
  hasDates?: boolean;
}

function Section({ title, deposits, hasDates = false }: SectionProps) {
  const titleId = useId();
  const { locale } = useSession();
  const { catalogue } = useMethods();
  const timeFormat = new Intl.DateTimeFormat(locale.format, {
    timeStyle: 'short',
    ...(hasDates && { dateStyle: 'medium' }),
  });
  return (
    <section className={styles.day} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      <ul className={styles.rows}>
        {deposits.map((deposit) => (
          <DepositRow
            key={deposit.depositId}
            deposit={deposit}
            method={catalogue?.methods.find(({ name }) => name === deposit.paymentMethod)}
            timeFormat={timeFormat}
          />
        ))}
      </ul>
    </section>
  );
}

function describeDay(name: DayName, text: Text, locale: string): string {
  if (name.kind !== 'date') return text(`history.${name.kind}`);
  const year = name.isThisYear ? undefined : 'numeric';
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year }).format(name.date);
}
