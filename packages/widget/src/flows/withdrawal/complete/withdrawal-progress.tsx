import { blockchains, type PaymentMethod, type Withdrawal } from '@kassa/contract';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressStep, ProgressSteps } from '../../../ui/progress-steps.tsx';
import { StatusText } from '../../../ui/status-panel.tsx';
import { StatusPicture } from '../../../ui/status-picture.tsx';
import { usePayoutWords } from '../../history/payout-words.ts';
import { useDestination } from '../parts/use-destination.ts';
import { usePayoutMoney } from '../parts/use-payout-money.ts';
import styles from './withdrawal-progress.module.css';

interface WithdrawalProgressProps {
  /** Undefined until it is loaded. */
  withdrawal: Withdrawal | undefined;
  method: PaymentMethod | undefined;
}

/** Returns the title of a withdrawal that is under way. */
export function titleOfProgress(withdrawal: Withdrawal | undefined): MessageKey {
  return withdrawal?.status === 'SENDING' ? 'withdrawal.status.sending' : 'complete.accepted.title';
}

/** A withdrawal that is under way: accepted (§4), with its steps. */
export function WithdrawalProgress({ withdrawal, method }: WithdrawalProgressProps) {
  const text = useText();
  const words = usePayoutWords();
  return (
    <div className={styles.panel}>
      <span className={styles.picture}>
        {method === undefined ? (
          <StatusPicture tone="warn" />
        ) : (
          <Icon id={method.iconIds[0]} name={method.text.en ?? ''} />
        )}
      </span>
      <h2 className={styles.title}>{text(titleOfProgress(withdrawal))}</h2>
      {withdrawal === undefined ? (
        <StatusText>{text(words('withdrawal.accepted.text'))}</StatusText>
      ) : (
        <Steps withdrawal={withdrawal} method={method} />
      )}
    </div>
  );
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
  return (
    <>
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
