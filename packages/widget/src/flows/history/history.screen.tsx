import { type ReactNode, useId } from 'react';
import { FailurePanel } from '../../features/failure/failure-panel.tsx';
import { formatsOf } from '../../i18n/formats.ts';
import { type MessageKey, type Text, useText } from '../../i18n/text.ts';
import { useRouter } from '../../routing/use-router.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { useMethods } from '../deposit/deposit.queries.ts';
import { UnfinishedDeposits } from '../deposit/resume/unfinished-deposits.tsx';
import { unfinishedOf } from '../deposit/resume/unfinished-of.ts';
import { usePayoutWords } from '../withdrawal/parts/payout-words.ts';
import { type DayName, groupByDay } from './group-by-day.ts';
import styles from './history.module.css';
import { HistoryFilter, type Shown, useShown } from './history-filter.tsx';
import { HistoryRows } from './history-rows.tsx';
import { type Entry, hasNoEnd, listEntries } from './list-entries.ts';
import { type History, type Listed, useHistory } from './use-history.ts';

/**
 * The player's last deposits and withdrawals, and their status. An unfinished deposit can be
 * continued.
 */
export function HistoryScreen() {
  const history = useHistory();
  const shown = useShown();
  const wanted = listWanted(history, shown);
  if (wanted.some(({ kind }) => kind === 'loading')) return <LoadingHistory shown={shown} />;
  const count = wanted.reduce((sum, list) => sum + itemsOf(list).length, 0);
  if (count > 0) return <HistoryList history={history} shown={shown} />;
  if (wanted.some(({ kind }) => kind === 'failed')) {
    return <FailedHistory history={history} shown={shown} />;
  }
  return <EmptyHistory shown={shown} />;
}

/** Returns the lists that the choice shows. */
function listWanted({ deposits, withdrawals }: History, shown: Shown): Listed<unknown>[] {
  switch (shown) {
    case 'all':
      return [deposits, withdrawals];
    case 'deposits':
      return [deposits];
    case 'withdrawals':
      return [withdrawals];
  }
}

function itemsOf<Item>(list: Listed<Item>): readonly Item[] {
  return list.kind === 'ready' ? list.items : [];
}

function LoadingHistory({ shown }: { shown: Shown }) {
  return (
    <Screen layout="form" isSkeleton>
      <HistoryFilter shown={shown} />
      <Skeleton shape="line" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </Screen>
  );
}

/** Nothing to show, because a list failed to load. */
function FailedHistory({ history, shown }: { history: History; shown: Shown }) {
  const text = useText();
  const words = usePayoutWords();
  const failed = listFailed(history, shown);
  const [first] = failed;
  if (first === undefined) return null;
  const title = failed.length > 1 ? 'history.failed.all' : first.words;
  const handleRetry = () => {
    for (const { retry } of failed) retry();
  };
  return (
    <Screen layout="form" footer={<Button onClick={handleRetry}>{text('error.retry')}</Button>}>
      <HistoryFilter shown={shown} />
      <FailurePanel title={text(words(title))} error={first.error} />
    </Screen>
  );
}

interface FailedList {
  words: MessageKey;
  error: Error;
  retry: () => void;
}

/** Returns the lists that the choice shows and that failed to load. */
function listFailed({ deposits, withdrawals }: History, shown: Shown): FailedList[] {
  const failed: FailedList[] = [];
  if (deposits.kind === 'failed' && shown !== 'withdrawals') {
    failed.push({ ...deposits, words: 'history.failed.deposits' });
  }
  if (withdrawals.kind === 'failed' && shown !== 'deposits') {
    failed.push({ ...withdrawals, words: 'history.failed.withdrawals' });
  }
  return failed;
}

function EmptyHistory({ shown }: { shown: Shown }) {
  const text = useText();
  const router = useRouter();
  const words = usePayoutWords();
  const isOut = shown === 'withdrawals';
  const goToList = () => router.navigate({ to: router.rootOf(isOut ? 'withdrawal' : 'deposit') });
  return (
    <Screen
      layout="form"
      footer={
        <Button onClick={goToList}>
          {text(words(isOut ? 'history.empty.withdraw' : 'history.empty.deposit'))}
        </Button>
      }
    >
      <HistoryFilter shown={shown} />
      <StatusPanel tone="quiet" title={text(words(`history.empty.${shown}.title`))}>
        <StatusText>{text(words(`history.empty.${shown}.text`))}</StatusText>
      </StatusPanel>
    </Screen>
  );
}

/** The server lists no more of each direction than this, besides the unfinished deposits. */
const mostListed = 50;

/** Lists the deposits that wait for the player, then the payments under way, then the others by day. */
function HistoryList({ history, shown }: { history: History; shown: Shown }) {
  const text = useText();
  const { locale } = useSession();
  const { catalogue } = useMethods();
  const words = usePayoutWords();
  const deposits = shown === 'withdrawals' ? [] : itemsOf(history.deposits);
  const withdrawals = shown === 'deposits' ? [] : itemsOf(history.withdrawals);
  const toContinue = unfinishedOf(deposits, catalogue?.methods);
  const others = deposits.filter((deposit) => !toContinue.includes(deposit));
  const entries = listEntries(others, withdrawals);
  const onTheirWay = entries.filter(hasNoEnd);
  const over = entries.filter((entry) => !hasNoEnd(entry));
  return (
    <Screen layout="form">
      <HistoryFilter shown={shown} />
      {listFailed(history, shown).map((failed) => (
        <FailedPart key={failed.words} {...failed} />
      ))}
      {toContinue.length > 0 && <UnfinishedDeposits />}
      {onTheirWay.length > 0 && (
        <Section title={text('history.inProgress')} entries={onTheirWay} hasDates />
      )}
      {groupByDay(over, new Date()).map((day) => (
        <Section
          key={day.key}
          title={describeDay(day.name, text, locale.format)}
          entries={day.items}
        />
      ))}
      {deposits.length >= mostListed && (
        <Limit>{text('history.limit.deposits', { count: mostListed })}</Limit>
      )}
      {withdrawals.length >= mostListed && (
        <Limit>{text(words('history.limit.withdrawals'), { count: mostListed })}</Limit>
      )}
    </Screen>
  );
}

/** One of the two lists failed to load; the other one shows below. */
function FailedPart({ words, retry }: FailedList) {
  const text = useText();
  const wordsOf = usePayoutWords();
  return (
    <div role="alert">
      <Notice tone="warn">
        <p>{text(wordsOf(words))}</p>
        <Button look="ghost" onClick={retry}>
          {text('error.retry')}
        </Button>
      </Notice>
    </div>
  );
}

function Limit({ children }: { children: ReactNode }) {
  return <p className={styles.limit}>{children}</p>;
}

interface SectionProps {
  title: string;
  entries: readonly Entry[];
  /** Whether the rows show their day, which the title doesn't name. */
  hasDates?: boolean;
}

function Section({ title, entries, hasDates = false }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.day} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      <HistoryRows entries={entries} hasDates={hasDates} />
    </section>
  );
}

function describeDay(name: DayName, text: Text, locale: string): string {
  if (name.kind !== 'date') return text(`history.${name.kind}`);
  const year = name.isThisYear ? undefined : 'numeric';
  const { DateTimeFormat } = formatsOf(locale);
  return new DateTimeFormat(locale, { day: 'numeric', month: 'long', year }).format(name.date);
}
