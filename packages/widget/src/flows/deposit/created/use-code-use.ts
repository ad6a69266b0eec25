import type { DepositSummary, PaymentCode } from '@kassa/contract';
import { useState } from 'react';
import { isPressable, useIsAtDesk } from '../../../features/qr/payment-code-card.tsx';

/**
 * Tells whether the player can have paid by a code, so that the button that confirms the payment
 * makes sense. On a phone that is after they have used the code: a button that is there before gets
 * pressed by mistake. A code that only another device can scan leaves no trace.
 */
export function useCodeUse(code: PaymentCode | null, { isReported = false }: DepositSummary) {
  const isAtDesk = useIsAtDesk();
  const [wasUsed, setWasUsed] = useState(isReported);
  return {
    isUsed: wasUsed || isAtDesk || code === null || !isPressable(code),
    markUsed: () => setWasUsed(true),
  };
}
