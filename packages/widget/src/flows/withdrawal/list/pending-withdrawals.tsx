import type { PaymentMethod, Withdrawal } from '@kassa/contract';
import { useId, useRef, useState } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { useSession } from '../../../session/session.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import cards from '../../../ui/card.module.css';
import { Glyph } from '../../../ui/glyph.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { describeMethod } from '../../deposit/describe-method.ts';
import { CancelWithdrawal } from '../parts/cancel-withdrawal.tsx';
import { describeWithdrawalStatus } from '../parts/describe-status.ts';
import { useTimeFormat } from '../parts/use-time-format.ts';
import { usePendingWithdrawals } from '../use-withdrawal-list.ts';
import styles from './pending-withdrawals.module.css';

/** The withdrawals that show at once; the history has them all. */
const mostShown = 3;

/** The withdrawals under way, each with the way to its page, and to cancel it while that's possible. */
export function PendingWithdrawals({ methods }: { methods: readonly PaymentMethod[] }) {
  const text = useText();
  const money = useMoney();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const pending = usePendingWithdrawals();
  const [canceled, setCanceled] = useState('');
  return (
    <>
      <Announcement>{canceled}</Announcement>
      {pending.length > 0 && (
        <section className={styles.section} aria-labelledby={id}>
          <h2 className={styles.title} id={id} ref={title} tabIndex={-1}>
            {text('withdrawal.pending', { count: pending.length })}
          </h2>
          {pending.slice(0, mostShown).map((withdrawal) => (
            <PendingCard
              key={withdrawal.withdrawalId}
              withdrawal={withdrawal}
              method={methods.find(({ name }) => name === withdrawal.paymentMethod)}
              onCanceled={() => {
                const amount = money(withdrawal.amount, withdrawal.currency);
                const words = `${text('complete.withdrawal.canceled.title')} ${text('complete.withdrawal.back', { amount })}`;
                // The same text again would not be read out.
                setCanceled((before) => (before === words ? `${words}\u00a0` : words));
                title.current?.focus({ preventScroll: true });
              }}
            />
          ))}
        </section>
      )}
    </>
  );
}

interface PendingCardProps {
  withdrawal: Withdrawal;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
  onCanceled: () => void;
}

function PendingCard({ withdrawal, method, onCanceled }: PendingCardProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const formatTime = useTimeFormat();
  const { withdrawalId, paymentMethod } = withdrawal;
  const name = describeMethod(paymentMethod, method, locale.tag);
  const status = describeWithdrawalStatus(withdrawal, Date.now(), formatTime);
  return (
    <article className={`${cards.card} ${styles.card}`}>
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
      {withdrawal.isCancelable && (
        <div className={styles.cancel}>
          <CancelWithdrawal withdrawal={withdrawal} onCanceled={onCanceled} />
        </div>
      )}
    </article>
  );
}
