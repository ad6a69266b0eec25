import { compareDecimals } from '@kassa/contract';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { formatsOf } from '../../../i18n/formats.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import cards from '../../../ui/card.module.css';
import { Detail, Details } from '../../../ui/detail.tsx';
import { Notice } from '../../../ui/notice.tsx';
import sums from '../../../ui/sum.module.css';
import type { OrderedWithdrawal } from '../kept-withdrawal.ts';
import { wordsFor } from '../parts/words-for.ts';
import styles from './order-facts.module.css';

type Ordered = Pick<OrderedWithdrawal, 'quote'>;

/** What arrives, and what leaves the balance for it. */
export function OrderSum({ ordered }: { ordered: Ordered }) {
  const text = useText();
  const money = useMoney();
  const { leaves, arrives } = ordered.quote;
  const isConverted = arrives.currency !== leaves.currency;
  return (
    <section className={`${cards.card} ${styles.sum}`}>
      <span className={styles.label}>{text('form.summary.receive')}</span>
      <b className={sums.sum}>
        {money(arrives.amount, arrives.currency, { trimZeros: isConverted })}
      </b>
      <span className={styles.label}>
        {text('withdrawal.leaves', { amount: money(leaves.amount, leaves.currency) })}
      </span>
    </section>
  );
}

interface OrderFactsProps {
  ordered: Ordered;
  /** Until when the rate holds, in ms since 1970; null where it isn't known. */
  rateUntilMs: number | null;
}

/** What the payout costs, and when it arrives. */
export function OrderFacts({ ordered, rateUntilMs }: OrderFactsProps) {
  const text = useText();
  const money = useMoney();
  const { leaves, fee, arrives, rate, usualMinutes } = ordered.quote;
  const arrival = describeArrival(usualMinutes ?? undefined, 'method.arrives');
  const hasFee = compareDecimals(fee, '0') > 0;
  return (
    <>
      {(hasFee || rate !== null || arrival !== null) && (
        <Details>
          {hasFee && <Detail name={text('form.summary.fee')}>{money(fee, leaves.currency)}</Detail>}
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
        </Details>
      )}
      <Delays ordered={ordered} />
    </>
  );
}

/** Why it may take longer than usual. */
function Delays({ ordered: { quote } }: { ordered: Ordered }) {
  const text = useText();
  const { locale } = useSession();
  const { isReviewed, sendsAfter } = quote;
  const { DateTimeFormat } = formatsOf(locale.format);
  const format = new DateTimeFormat(locale.format, {
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
