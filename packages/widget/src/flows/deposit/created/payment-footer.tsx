import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './payment-footer.module.css';
import type { PaymentControls } from './use-payment.ts';

interface PaymentFooterProps {
  payment: PaymentControls;
  canComplete: boolean;
  canCancel: boolean;
  /** Of what is filled in beside the invoice: the button submits it. */
  form?: { id: string; canSubmit: boolean; isPending: boolean } | undefined;
}

/** The last word on a payment: it is made, or given up by a second press that says what it means. */
export function PaymentFooter({ payment, canComplete, canCancel, form }: PaymentFooterProps) {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const { word } = payment;
  if (isAsking) return <CancelQuestion payment={payment} onKeep={() => setIsAsking(false)} />;
  const isBusy = word.kind === 'completing' || form?.isPending === true;
  return (
    <>
      {canComplete && (
        <Button
          isBusy={isBusy}
          disabled={!isBusy && form?.canSubmit === false}
          {...(form === undefined
            ? { onClick: () => payment.complete() }
            : { type: 'submit', form: form.id })}
        >
          {text('payment.paid')}
        </Button>
      )}
      {canCancel && (
        <Button look="ghost" disabled={isBusy} onClick={() => setIsAsking(true)}>
          {text('payment.cancel.label')}
        </Button>
      )}
    </>
  );
}

function CancelQuestion({ payment, onKeep }: { payment: PaymentControls; onKeep: () => void }) {
  const text = useText();
  const question = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: a screen reader goes on with the question.
  useEffect(() => question.current?.focus(), []);
  return (
    <>
      <p className={styles.question} ref={question} tabIndex={-1}>
        {text('payment.cancel.question')}
      </p>
      <Button isBusy={payment.word.kind === 'canceling'} onClick={payment.cancel}>
        {text('payment.cancel.confirm')}
      </Button>
      <Button look="ghost" onClick={onKeep}>
        {text('payment.cancel.keep')}
      </Button>
    </>
  );
}
