import type { Withdrawal } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeFailure, type Failure, toFailure } from '../../../features/failure/failure.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import { cacheWithdrawal, renewAfterWithdrawal } from '../withdrawals.queries.ts';
import styles from './cancel-withdrawal.module.css';

interface CancelWithdrawalProps {
  withdrawal: Withdrawal;
  onCanceled?: () => void;
}

/** Cancels a withdrawal that wasn't sent, by a second press that tells what follows. */
export function CancelWithdrawal({ withdrawal, onCanceled }: CancelWithdrawalProps) {
  const text = useText();
  const money = useMoney();
  const session = useSession();
  const queryClient = useQueryClient();
  const { send } = useWithdrawalAnalytics();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
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

  async function handleCancel() {
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

  if (!isAsking) {
    return (
      <div className={styles.label} ref={place}>
        <Button look="ghost" onClick={() => setIsAsking(true)}>
          <span className={styles.danger}>{text('withdrawal.cancel.label')}</span>
        </Button>
      </div>
    );
  }
  const amount = money(withdrawal.amount, withdrawal.currency);
  return (
    <div className={styles.asking} ref={place}>
      <p className={styles.question} ref={question} tabIndex={-1}>
        {text('withdrawal.cancel.question', { amount })}
      </p>
      {failure !== null && (
        <p className={styles.error} role="alert">
          {describeFailure(failure, text, 'common.errors.server.error')}
        </p>
      )}
      <Button look="danger" isBusy={isBusy} onClick={handleCancel}>
        {text('withdrawal.cancel.confirm')}
      </Button>
      <Button look="ghost" onClick={() => setIsAsking(false)}>
        {text('resume.cancel.keep')}
      </Button>
    </div>
  );
}
