import type { DepositSummary, PaymentCode } from '@kassa/contract';
import { useState } from 'react';
import { isPressable, useIsAtDesk } from '../../../features/qr/payment-code-card.tsx';
import { readTab, writeTab } from '../../../storage/tab-storage.ts';

/**
 * Tells whether the player can have paid by a code, so that the button that confirms the payment
 * makes sense. On a phone that is after they have used the code: a button that is there before gets
 * pressed by mistake. A code that only another device can scan leaves no trace. A phone may load
 * the page again while the player is in their bank's app, so the use is kept for the tab.
 */
export function useCodeUse(
  code: PaymentCode | null,
  { depositId, isReported = false }: DepositSummary,
) {
  const isAtDesk = useIsAtDesk();
  const key = `kassa.used-code.${depositId}`;
  const [wasUsed, setWasUsed] = useState(() => isReported || readTab(key) !== null);
  return {
    isUsed: wasUsed || isAtDesk || code === null || !isPressable(code),
    markUsed: () => {
      setWasUsed(true);
      writeTab(key, '1');
    },
  };
}
