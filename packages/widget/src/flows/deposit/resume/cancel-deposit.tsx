import type { DepositSummary } from '@kassa/contract';
import { useEffect, useRef, useState } from 'react';
import { describeFailure, type Failure, toFailure } from '../../../features/failure/failure.ts';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './resume-card.module.css';

interface CancelDepositProps {
  deposit: DepositSummary;
  /** Whether the player is asked to confirm. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
  onEnd: (words: MessageKey) => void;
}

/** Cancels an unfinished deposit, by a second press that explains the consequence. */
export function CancelDeposit({ deposit, isAsking, onAsk, onEnd }: CancelDepositProps) {
  const text = useText();
  const { transport } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const question = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone: a screen reader goes on with the question.
  useEffect(() => {
    if (isAsking) question.current?.focus();
  }, [isAsking]);

  async function handleCancel() {
    setIsBusy(true);
    setFailure(null);
    try {
      const { depositId, paymentMethod } = deposit;
      const { status } = await transport.call('deposit-cancel', { depositId, paymentMethod });
      onEnd(status === 'CANCELED' ? 'resume.cancel.done' : 'resume.cancel.late');
    } catch (error) {
      if (isOver(error)) return onEnd('resume.cancel.late');
      setFailure(toFailure(error));
      setIsBusy(false);
    }
  }

  if (!isAsking) {
    return (
      <Button look="ghost" onClick={() => onAsk(true)}>
        {text('payment.cancel.label')}
      </Button>
    );
  }
  return (
    <>
      <p className={styles.question} ref={question} tabIndex={-1}>
        {text('payment.cancel.question')}
      </p>
      {failure !== null && (
        <p className={styles.error} role="status">
          {describeFailure(failure, text, 'common.errors.server.error')}
        </p>
      )}
      <Button look="danger" isBusy={isBusy} onClick={handleCancel}>
        {text('payment.cancel.confirm')}
      </Button>
      <Button look="ghost" onClick={() => onAsk(false)}>
        {text('resume.cancel.keep')}
      </Button>
    </>
  );
}

/** Returns whether the deposit has ended or been completed before. */
function isOver(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  return error.code === 'deposit.notOpen' || error.code === 'deposit.notFound';
}
