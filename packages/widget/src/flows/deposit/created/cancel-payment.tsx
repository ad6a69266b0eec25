import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SlowNotice } from '../slow-notice.tsx';
import styles from './cancel-payment.module.css';
import type { PaymentControls } from './use-payment.ts';

interface CancelPaymentProps {
  payment: PaymentControls;
}

/**
 * Cancels a payment by a second press that explains the consequence. It lies at the end of the
 * content: in the footer its place would be that of the button that confirms the payment.
 */
export function CancelPayment({ payment }: CancelPaymentProps) {
  const text = useText();
  const [question, setQuestion] = useState<'unasked' | 'asked' | 'denied'>('unasked');
  if (question === 'asked') {
    return <CancelQuestion payment={payment} onKeep={() => setQuestion('denied')} />;
  }
  return (
    <Button
      look="ghost"
      disabled={payment.word.kind !== 'none'}
      // The button that declined is gone: the keyboard's focus returns to the button that asked.
      autoFocus={question === 'denied'}
      onClick={() => setQuestion('asked')}
    >
      {text('payment.cancel.label')}
    </Button>
  );
}

function CancelQuestion({ payment, onKeep }: CancelPaymentProps & { onKeep: () => void }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const question = useRef<HTMLParagraphElement>(null);
  const isCanceling = payment.word.kind === 'canceling';
  useEffect(() => {
    // The pressed button is gone: a screen reader goes on with the question.
    question.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={styles.question} ref={place}>
      <SlowNotice isWaiting={isCanceling} words="payment.slow.text" />
      <p className={styles.words} ref={question} tabIndex={-1}>
        {text('payment.cancel.question')}
      </p>
      <Button look="danger" isBusy={isCanceling} onClick={payment.cancel}>
        {text('payment.cancel.confirm')}
      </Button>
      <Button look="ghost" disabled={isCanceling} onClick={onKeep}>
        {text('payment.cancel.keep')}
      </Button>
    </div>
  );
}
