import { type ReactNode, useEffect, useRef } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import type { CreatedDeposit } from './use-created-deposit.ts';
import { useNewDeposit } from './use-new-deposit.ts';
import type { PaymentControls } from './use-payment.ts';

interface ExpiredPaymentProps extends Pick<CreatedDeposit<unknown>, 'deposit' | 'method'> {
  payment: PaymentControls;
  /** The payment's details. */
  children: ReactNode;
}

/**
 * Shown for a payment whose time is up. The payment details are hidden so that nobody pays by them,
 * and another deposit is offered. A payment made in time is credited all the same.
 */
export function ExpiredPayment({ deposit, method, payment, children }: ExpiredPaymentProps) {
  const text = useText();
  const money = useMoney();
  const begin = useNewDeposit(deposit, method);
  const status = useRef<HTMLDivElement>(null);
  // The focused element is gone with the payment: a screen reader goes on with the reason.
  useEffect(() => {
    const isLost = document.hasFocus() && document.activeElement === document.body;
    if (isLost) status.current?.focus({ preventScroll: true });
  }, []);
  const amount = money(deposit.charged ?? deposit.amount, deposit.currency);
  return (
    <Screen
      layout="centered"
      footer={
        <>
          {begin !== null && <Button onClick={begin}>{text('payment.again', { amount })}</Button>}
          <Button look={begin === null ? 'primary' : 'ghost'} onClick={() => payment.showStatus()}>
            {text('payment.showStatus')}
          </Button>
        </>
      }
    >
      <div role="status" ref={status} tabIndex={-1}>
        <StatusPanel tone="warn" title={text('payment.expired.title')}>
          <StatusText>{text('payment.expired.text')}</StatusText>
        </StatusPanel>
      </div>
      {children}
    </Screen>
  );
}
