import { SubmitButton, type SubmitButtonProps } from '../../../form/submit-button.tsx';
import { useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SlowNotice } from '../slow-notice.tsx';
import type { PaymentControls } from './use-payment.ts';

interface PaymentFooterProps {
  payment: PaymentControls;
  /** The page has no other action that comes first: the payment is made outside of it. */
  isPrimary?: boolean;
  /** The form beside the invoice, which the button submits. */
  form?: ({ id: string } & SubmitButtonProps['form']) | undefined;
}

/** The button that confirms a payment: nothing else takes its place. */
export function PaymentFooter({ payment, isPrimary = false, form }: PaymentFooterProps) {
  const text = useText();
  const { kind } = payment.word;
  const isBusy = kind === 'completing';
  return (
    <>
      <SlowNotice isWaiting={isBusy} words="payment.slow.text" />
      {form === undefined ? (
        // Beside a code it is no more than a word of the player: the payment comes first.
        <Button
          look={isPrimary ? 'primary' : 'soft'}
          isBusy={isBusy}
          disabled={kind === 'canceling'}
          onClick={() => payment.complete()}
        >
          {text('payment.paid')}
        </Button>
      ) : (
        <SubmitButton id={form.id} form={form} isBusy={isBusy || form.isPending}>
          {text('payment.paid')}
        </SubmitButton>
      )}
    </>
  );
}
