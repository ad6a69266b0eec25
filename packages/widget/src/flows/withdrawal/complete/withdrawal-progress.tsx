import { blockchains, type PaymentMethod, type Withdrawal } from '@kassa/contract';
import { describeArrivalTime } from '../../../features/arrival/arrival-time.ts';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressStep, ProgressSteps } from '../../../ui/progress-steps.tsx';
import panels from '../../../ui/status-panel.module.css';
import { StatusText } from '../../../ui/status-panel.tsx';
import { StatusPicture } from '../../../ui/status-picture.tsx';
import sums from '../../../ui/sum.module.css';
import { isSent } from '../parts/is-sent.ts';
import { usePayoutWords } from '../parts/payout-words.ts';
import { useDestination } from '../parts/use-destination.ts';
import { usePayoutMoney } from '../parts/use-payout-money.ts';
import styles from './withdrawal-progress.module.css';

interface WithdrawalProgressProps {
  /** Undefined until it is loaded. */
  withdrawal: Withdrawal | undefined;
  method: PaymentMethod | undefined;
}

/** Provides the title of a withdrawal that is under way: its sum once it was sent. */
export function useTitleOfProgress(): (withdrawal: Withdrawal | undefined) => string {
  const text = useText();
  const payoutMoney = usePayoutMoney();
  return (withdrawal) =>
    withdrawal !== undefined && isSent(withdrawal)
      ? text('complete.withdrawal.sending.title', { amount: payoutMoney(withdrawal) })
      : text('complete.accepted.title');
}

/** A withdrawal that is under way: accepted (§4), with its steps. */
export function WithdrawalProgress({ withdrawal, method }: WithdrawalProgressProps) {
  const text = useText();
  const words = usePayoutWords();
  const describeTitle = useTitleOfProgress();
  return (
    <div className={styles.panel}>
      <span className={styles.picture}>
        {method === undefined ? (
          <StatusPicture tone="warn" />
        ) : (
          <Icon id={method.iconIds[0]} name={method.text.en ?? ''} />
        )}
      </span>
      <h2 className={withdrawal !== undefined && isSent(withdrawal) ? sums.sum : panels.title}>
        {describeTitle(withdrawal)}
      </h2>
      {withdrawal === undefined ? (
        <StatusText>{text(words('withdrawal.accepted.text'))}</StatusText>
      ) : (
        <Steps withdrawal={withdrawal} method={method} />
      )}
    </div>
  );
}

/** Tells by when the money arrives, or what comes first; null where neither is known. */
function useArrivalWords({ withdrawal, method }: Parameters<typeof Steps>[0]): string | null {
  const text = useText();
  const { locale } = useSession();
  const { status, sendsAfter, sentAt, transaction } = withdrawal;
  if (status !== 'SENDING') {
    // The steps tell until when it waits.
    return sendsAfter === null ? text('complete.withdrawal.checked') : null;
  }
  // The blocks tell more.
  if (sentAt === undefined || transaction !== null) return null;
  // The method comes later: the place is kept.
  if (method === undefined) return '';
  const { usualMinutes } = method;
  if (usualMinutes === undefined) return null;
  const when = { sentAtMs: sentAt, usualMinutes, nowMs: Date.now(), locale: locale.format };
  const time = describeArrivalTime(when);
  return time === null ? null : text('complete.withdrawal.arrivesBy', { time });
}

function Steps({ withdrawal, method }: WithdrawalProgressProps & { withdrawal: Withdrawal }) {
  const text = useText();
  const payoutMoney = usePayoutMoney();
  const formatTime = useTimeFormat();
  const destination = useDestination()({ withdrawal, method });
  const { createdAt, status, sendsAfter, transaction } = withdrawal;
  const isSending = status === 'SENDING';
  const waitsUntil = sendsAfter !== null && sendsAfter > Date.now() ? sendsAfter : null;
  const amount = payoutMoney(withdrawal);
  const arrival = describeArrival(method?.usualMinutes, 'method.time');
  const next = useArrivalWords({ withdrawal, method });
  return (
    <>
      {next !== null && <p className={styles.arrival}>{next}</p>}
      <StatusText>{text('complete.withdrawal.way', { amount, destination })}</StatusText>
      <ProgressSteps>
        <ProgressStep
          state="done"
          note={<time dateTime={new Date(createdAt).toISOString()}>{formatTime(createdAt)}</time>}
        >
          {text('complete.withdrawal.step.asked')}
        </ProgressStep>
        <ProgressStep state={isSending ? 'done' : 'now'}>
          {isSending && text('complete.withdrawal.step.approved')}
          {!isSending && waitsUntil === null && text('withdrawal.status.checking')}
          {!isSending &&
            waitsUntil !== null &&
            text('withdrawal.status.waiting', { time: formatTime(waitsUntil) })}
        </ProgressStep>
        <ProgressStep
          state={isSending ? 'now' : 'next'}
          note={
            transaction === null
              ? isSending && arrival !== null && text(arrival.key, arrival.params)
              : text('complete.chain.state.confirming', {
                  count: Math.min(transaction.confirmations, transaction.required),
                  total: transaction.required,
                })
          }
        >
          {transaction === null
            ? text('complete.withdrawal.step.sent')
            : text('complete.chain.confirming', {
                network: blockchains[transaction.blockchain].name,
              })}
        </ProgressStep>
        <ProgressStep state="next">{text('complete.withdrawal.step.arrived')}</ProgressStep>
      </ProgressSteps>
    </>
  );
}
