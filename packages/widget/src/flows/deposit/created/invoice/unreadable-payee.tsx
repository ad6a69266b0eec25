import { useQueryClient } from '@tanstack/react-query';
import { FailurePanel } from '../../../../features/failure/failure-panel.tsx';
import { useText } from '../../../../i18n/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Screen } from '../../../../ui/screen.tsx';
import { depositQueryName } from '../../unfinished.queries.ts';
import { CancelPayment } from '../cancel-payment.tsx';
import { PaymentFailure } from '../payment-failure.tsx';
import type { PaymentControls } from '../use-payment.ts';

interface UnreadablePayeeProps {
  depositId: string;
  payment: PaymentControls;
  error: unknown;
}

/**
 * Shown where an invoice's account can't be decrypted: nobody may pay by it. The server seals it
 * again for each request, so another one may help.
 */
export function UnreadablePayee({ depositId, payment, error }: UnreadablePayeeProps) {
  const text = useText();
  const queryClient = useQueryClient();
  const retry = () => queryClient.invalidateQueries({ queryKey: [depositQueryName, depositId] });
  return (
    <Screen
      layout="centered"
      footer={
        <>
          <Button onClick={() => void retry()}>{text('error.retry')}</Button>
          <Button look="ghost" onClick={() => payment.showStatus()}>
            {text('payment.showStatus')}
          </Button>
        </>
      }
    >
      <PaymentFailure payment={payment} />
      <FailurePanel title={text('deposit.card.title')} error={error} />
      <CancelPayment payment={payment} />
    </Screen>
  );
}
