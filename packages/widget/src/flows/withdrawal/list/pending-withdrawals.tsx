import type { PaymentMethod, Withdrawal } from '@kassa/contract';
import { type RefObject, useId, useRef } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { useSession } from '../../../session/session.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import cards from '../../../ui/card.module.css';
import { Glyph } from '../../../ui/glyph.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { describeMethod } from '../../deposit/describe-method.ts';
import { CancelWithdrawal } from '../parts/cancel-withdrawal.tsx';
import { describeWithdrawalStatus } from '../parts/describe-status.ts';
import { type End, sayEnd, useEnd } from '../parts/use-end.ts';
import { wordsFor } from '../parts/words-for.ts';
import { isUnderWay, useWithdrawals } from '../use-withdrawal-list.ts';
import styles from './pending-withdrawals.module.css';
import { useEnded } from './use-ended.ts';

/** The withdrawals that show at once; the history has them all. */
const mostShown = 3;

/**
 * The withdrawals under way, each with the way to its page, and to cancel it while that's possible;
 * and how those have ended that were under way before.
 */
export function PendingWithdrawals({ methods }: { methods: readonly PaymentMethod[] }) {
  const describeEnd = useEnd();
  const withdrawals = useWithdrawals();
  const methodOf = ({ paymentMethod }: Withdrawal) =>
    methods.find(({ name }) => name === paymentMethod);
  const ended = useEnded(withdrawals).map((withdrawal) => ({
    id: withdrawal.withdrawalId,
    end: describeEnd(withdrawal, methodOf(withdrawal)),
  }));
  const pending = withdrawals.filter(isUnderWay);
  return (
    <>
      <Announcement>{sayLast(ended.map(({ end }) => end))}</Announcement>
      {ended.map(({ id, end }) => (
        <EndNotice key={id} end={end} />
      ))}
      {pending.length > 0 && <PendingSection pending={pending} methodOf={methodOf} />}
    </>
  );
}

/** The same text as the one before would not be read out. */
function sayLast(ends: readonly End[]): string {
  const last = ends.at(-1);
  return last === undefined ? '' : sayEnd(last) + '\u00a0'.repeat((ends.length - 1) % 2);
}

function EndNotice({ end }: { end: End }) {
  const isGood = end.tone === 'ok' || end.tone === 'quiet';
  return (
    <Notice {...(isGood ? { glyph: 'check' } : { tone: 'warn' })}>
      <b>{end.title}</b>
      <p>
        {end.words} {end.notice}
      </p>
    </Notice>
  );
}

interface PendingSectionProps {
  pending: readonly Withdrawal[];
  methodOf: (withdrawal: Withdrawal) => PaymentMethod | undefined;
}

function PendingSection({ pending, methodOf }: PendingSectionProps) {
  const text = useText();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useFocusHandover(section, 'h1');
  return (
    <section className={styles.section} ref={section} aria-labelledby={id}>
      <h2 className={styles.title} id={id} ref={title} tabIndex={-1}>
        {text(wordsFor('withdrawal.pending', pending[0]?.currency), { count: pending.length })}
      </h2>
      {pending.slice(0, mostShown).map((withdrawal) => (
        <PendingCard
          key={withdrawal.withdrawalId}
          withdrawal={withdrawal}
          method={methodOf(withdrawal)}
          title={title}
        />
      ))}
    </section>
  );
}

interface PendingCardProps {
  withdrawal: Withdrawal;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
  /** The title above the cards. */
  title: RefObject<HTMLHeadingElement | null>;
}

function PendingCard({ withdrawal, method, title }: PendingCardProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const formatTime = useTimeFormat();
  const card = useRef<HTMLElement>(null);
  useFocusHandover(card, 'h1');
  const { withdrawalId, paymentMethod } = withdrawal;
  const name = describeMethod(paymentMethod, method, locale.tag);
  const status = describeWithdrawalStatus(withdrawal, Date.now(), formatTime);
  return (
    <article className={`${cards.card} ${styles.card}`} ref={card}>
      <div className={styles.head}>
        <Icon id={method?.iconIds[0]} name={method?.text.en ?? name} />
        <span className={styles.words}>
          <Link
            className={styles.link}
            to="Withdrawal complete"
            search={{ withdrawalId, method: paymentMethod }}
          >
            <span>{money(withdrawal.amount, withdrawal.currency)}</span>
          </Link>
          <small className={styles.note}>
            <bdi>{name}</bdi> <span aria-hidden="true">·</span> {text(status.key, status.params)}
          </small>
        </span>
        <Glyph name="forward" size={18} className={styles.glyph} />
      </div>
      <div className={styles.cancel}>
        <CancelWithdrawal
          withdrawal={withdrawal}
          onCanceled={() => title.current?.focus({ preventScroll: true })}
        />
      </div>
    </article>
  );
}
