import type { Withdrawal } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { describeFailure, type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import { cacheWithdrawal, renewAfterWithdrawal } from '../withdrawals.queries.ts';
import styles from './cancel-withdrawal.module.css';
import { wordsFor } from './words-for.ts';

interface CancelWithdrawalProps {
  /** It is under way. */
  withdrawal: Withdrawal;
  onCanceled?: () => void;
  /** Shows where it can't be canceled. */
  otherwise?: ReactNode;
}

/** Cancels a withdrawal that wasn't sent, by a second press that tells what follows. */
export function CancelWithdrawal(props: CancelWithdrawalProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!props.withdrawal.isCancelable && !isAsking) return props.otherwise;
  return <Cancellation {...props} isAsking={isAsking} onAsk={setIsAsking} />;
}

interface CancellationProps extends CancelWithdrawalProps {
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

function Cancellation({ withdrawal, isAsking, onAsk, ...props }: CancellationProps) {
  const text = useText();
  const money = useMoney();
  const { isBusy, failure, cancel } = useCanceling(withdrawal, props.onCanceled);
  const question = useRef<HTMLParagraphElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  // The pressed button is gone: the keyboard and a screen reader go on with what replaces it.
  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) place.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  // It goes with the canceled withdrawal.
  useFocusHandover(place, 'h1');
  const problem = useRef<HTMLParagraphElement>(null);
  const isTooLate = !withdrawal.isCancelable;
  // The question is gone, and the focus with it.
  useLayoutEffect(() => {
    if (isTooLate && document.activeElement === document.body) problem.current?.focus();
  }, [isTooLate]);

  if (!isAsking) {
    return (
      <div className={styles.label} ref={place}>
        <Button look="ghost" onClick={() => onAsk(true)}>
          <span className={styles.danger}>
            {text(wordsFor('withdrawal.cancel.label', withdrawal.currency))}
          </span>
        </Button>
      </div>
    );
  }
  const amount = money(withdrawal.amount, withdrawal.currency);
  return (
    <div className={styles.asking} ref={place}>
      {!isTooLate && (
        <p className={styles.question} ref={question} tabIndex={-1}>
          {text(wordsFor('withdrawal.cancel.question', withdrawal.currency), { amount })}
        </p>
      )}
      {(isTooLate || failure !== null) && (
        <p className={styles.error} ref={problem} role="alert" tabIndex={-1}>
          {isTooLate || failure === null
            ? text('common.errors.withdrawal.notOpen')
            : describeFailure(failure, text, 'common.errors.server.error')}
        </p>
      )}
      {isTooLate ? (
        props.otherwise
      ) : (
        <>
          <Button look="danger" isBusy={isBusy} onClick={cancel}>
            {text('withdrawal.cancel.confirm')}
          </Button>
          <Button look="ghost" onClick={() => onAsk(false)}>
            {text('resume.cancel.keep')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Sends the cancellation, once at a time. */
function useCanceling(withdrawal: Withdrawal, onCanceled?: () => void) {
  const session = useSession();
  const queryClient = useQueryClient();
  const { send } = useWithdrawalAnalytics();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function cancel() {
    setIsBusy(true);
    setFailure(null);
    const { withdrawalId, paymentMethod } = withdrawal;
    // In the list no method is chosen.
    send('button', { button_name: 'cancel', withdrawal_method: paymentMethod });
    try {
      const canceled = await session.transport.call('withdrawal-cancel', { withdrawalId });
      cacheWithdrawal(queryClient, session, canceled);
      onCanceled?.();
    } catch (error) {
      setFailure(toFailure(error));
      setIsBusy(false);
      void queryClient.invalidateQueries({ queryKey: ['withdrawal-status'] });
    }
    renewAfterWithdrawal(queryClient);
  }

  return { isBusy, failure, cancel };
}
