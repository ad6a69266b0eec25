import { SubmitButton, type SubmitButtonProps } from '../../../form/submit-button.tsx';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SlowNotice } from '../slow-notice.tsx';
import styles from './transfer/transfer.module.css';
import type { PaymentControls } from './use-payment.ts';

interface PaymentFooterProps {
  payment: PaymentControls;
  /** Something to pay by was copied, saved or opened: before that nobody is likely to have paid. */
  isTaken: boolean;
  /** The form beside the invoice, which the button submits. */
  form?: ({ id: string } & SubmitButtonProps['form']) | undefined;
}

/** The button that confirms a payment: nothing else takes its place. */
export function PaymentFooter({ payment, isTaken, form }: PaymentFooterProps) {
  const text = useText();
  const { kind } = payment.word;
  const isBusy = kind === 'completing';
  const look = isTaken ? 'primary' : 'soft';
  return (
    <>
      <SlowNotice isWaiting={isBusy} words="payment.slow.text" />
      <div className={styles.paid}>
        {form === undefined ? (
          <Button
            look={look}
            isBusy={isBusy}
            disabled={kind === 'canceling'}
            onClick={() => payment.complete()}
          >
            {text('payment.paid')}
          </Button>
        ) : (
          <SubmitButton id={form.id} form={form} look={look} isBusy={isBusy || form.isPending}>
            {text('payment.paid')}
          </SubmitButton>
        )}
      </div>
    </>
  );
}
