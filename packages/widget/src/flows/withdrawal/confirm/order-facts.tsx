import { compareDecimals } from '@kassa/contract';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { Detail, Details } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OrderedWithdrawal } from '../kept-withdrawal.ts';
import { wordsFor } from '../parts/words-for.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import styles from './order-facts.module.css';

interface OrderFactsProps {
  ordered: OrderedWithdrawal;
  /** A request is under way: the order can't be edited. */
  isLocked: boolean;
  /** Until when the rate holds, in ms since 1970; null where it isn't known. */
  rateUntilMs: number | null;
}

/** What leaves the balance, where it goes, what arrives and when. */
export function OrderFacts({ ordered, isLocked, rateUntilMs }: OrderFactsProps) {
  const text = useText();
  const money = useMoney();
  const { leaves, fee, arrives, rate, usualMinutes } = ordered.quote;
  const arrival = describeArrival(usualMinutes ?? undefined, 'method.arrives');
  const isConverted = arrives.currency !== leaves.currency;
  return (
    <>
      <div className={styles.leaves}>
        <span className={styles.label}>{text('withdrawal.leaves')}</span>
        <b className={styles.amount}>{money(leaves.amount, leaves.currency)}</b>
      </div>
      <Destination ordered={ordered} isLocked={isLocked} />
      <Details>
        {compareDecimals(fee, '0') > 0 && (
          <Detail name={text('form.summary.fee')}>{money(fee, leaves.currency)}</Detail>
        )}
        {rate !== null && (
          <Detail name={text('withdrawal.exchange.name')}>
            <span className={styles.rate}>
              {text('withdrawal.exchange.value', {
                from: money('1', leaves.currency, { trimZeros: true }),
                to: money(rate, arrives.currency, { trimZeros: true }),
              })}
              {rateUntilMs !== null && (
                <small className={styles.holds}>
                  {text('withdrawal.rate.holds')} <Countdown deadlineMs={rateUntilMs} />
                </small>
              )}
            </span>
          </Detail>
        )}
        {arrival !== null && (
          <Detail name={text('withdrawal.when')}>{text(arrival.key, arrival.params)}</Detail>
        )}
        <Detail name={text('form.summary.receive')}>
          <b>{money(arrives.amount, arrives.currency, { trimZeros: isConverted })}</b>
        </Detail>
      </Details>
      <Delays ordered={ordered} />
    </>
  );
}

/** The recipient, with the way back to the form. */
function Destination({ ordered, isLocked }: Omit<OrderFactsProps, 'rateUntilMs'>) {
  const text = useText();
  const { locale } = useSession();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  const { method, bank, quote } = ordered;
  // The destination itself names the bank.
  const name = resolveName(method.text, locale.tag);
  const iconId = bank === undefined ? method.iconIds[0] : bank.iconId;
  const handleEdit = () => {
    send('button', { button_name: 'edit' });
    router.back();
  };
  return (
    <div className={`${cards.card} ${styles.destination}`}>
      <div className={styles.row}>
        <Icon id={iconId} name={bank?.name ?? method.text.en ?? name} />
        <span className={styles.words}>
          <small className={styles.label}>{text('withdrawal.to', { method: name })}</small>
          <b className={styles.value}>
            <bdi>{quote.destination}</bdi>
          </b>
        </span>
        <button type="button" className={styles.edit} disabled={isLocked} onClick={handleEdit}>
          {text('withdrawal.edit')}
        </button>
      </div>
      {quote.holder !== null && (
        <div className={styles.row}>
          <span className={styles.words}>
            <small className={styles.label}>{text('requisite.accountHolder')}</small>
            <b className={styles.value}>
              <bdi>{quote.holder}</bdi>
            </b>
          </span>
          <span className={styles.confirmed}>{text('withdrawal.holder.confirmed')}</span>
        </div>
      )}
    </div>
  );
}

/** Why it may take longer than usual. */
function Delays({ ordered: { quote } }: Pick<OrderFactsProps, 'ordered'>) {
  const text = useText();
  const { locale } = useSession();
  const { isReviewed, sendsAfter } = quote;
  const format = new Intl.DateTimeFormat(locale.format, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  if (sendsAfter !== null) {
    return (
      <Notice glyph="clock">
        {text('withdrawal.sendsAfter', { time: format.format(sendsAfter) })}
      </Notice>
    );
  }
  return isReviewed ? (
    <Notice glyph="shield">{text(wordsFor('withdrawal.reviewed', quote.leaves.currency))}</Notice>
  ) : null;
}
