import { useEffect, useRef, useState } from 'react';
import { SubmitButton, type SubmitButtonProps } from '../../../form/submit-button.tsx';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SlowNotice } from '../slow-notice.tsx';
import styles from './payment-footer.module.css';
import type { PaymentControls } from './use-payment.ts';

interface PaymentFooterProps {
  payment: PaymentControls;
  canComplete: boolean;
  canCancel: boolean;
  /** The form beside the invoice, which the button submits. */
  form?: ({ id: string } & SubmitButtonProps['form']) | undefined;
}

/**
 * The buttons that confirm a payment, or cancel it by a second press that explains the consequence.
 */
export function PaymentFooter({ payment, canComplete, canCancel, form }: PaymentFooterProps) {
  const text = useText();
  const [question, setQuestion] = useState<'unasked' | 'asked' | 'denied'>('unasked');
  const { word } = payment;
  if (question === 'asked') {
    return <CancelQuestion payment={payment} onKeep={() => setQuestion('denied')} />;
  }
  const isBusy = word.kind === 'completing' || form?.isPending === true;
  return (
    <>
      <SlowNotice isWaiting={word.kind !== 'none'} words="payment.slow.text" />
      {canComplete &&
        (form === undefined ? (
          // Without fields to send it is no more than a word of the player: the payment comes first.
          <Button look="soft" isBusy={isBusy} onClick={() => payment.complete()}>
            {text('payment.paid')}
          </Button>
        ) : (
          <SubmitButton id={form.id} form={form} isBusy={isBusy}>
            {text('payment.paid')}
          </SubmitButton>
        ))}
      {canCancel && (
        <Button
          look="ghost"
          disabled={isBusy}
          // The button that declined is gone: the keyboard's focus returns to the button that
          // asked.
          autoFocus={question === 'denied'}
          onClick={() => setQuestion('asked')}
        >
          {text('payment.cancel.label')}
        </Button>
      )}
    </>
  );
}

function CancelQuestion({ payment, onKeep }: { payment: PaymentControls; onKeep: () => void }) {
  const text = useText();
  const question = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone: a screen reader goes on with the question.
  useEffect(() => question.current?.focus(), []);
  return (
    <>
      <SlowNotice isWaiting={payment.word.kind !== 'none'} words="payment.slow.text" />
      <p className={styles.question} ref={question} tabIndex={-1}>
        {text('payment.cancel.question')}
      </p>
      <Button look="danger" isBusy={payment.word.kind === 'canceling'} onClick={payment.cancel}>
        {text('payment.cancel.confirm')}
      </Button>
      <Button look="ghost" disabled={payment.word.kind === 'canceling'} onClick={onKeep}>
        {text('payment.cancel.keep')}
      </Button>
    </>
  );
}
