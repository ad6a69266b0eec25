import type { DepositSummary, PaymentCode } from '@kassa/contract';
import { useState } from 'react';
import { type CodeUse, isPressable, useIsAtDesk } from '../../../features/qr/payment-code-card.tsx';
import { readTab, writeTab } from '../../../storage/tab-storage.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';

/** The names of the presses for analytics (§7). */
const buttonNames: Partial<Record<CodeUse, string>> = { copy: 'copy_code', link: 'open_app' };

/**
 * Tells whether the player can have paid by a code, so that the button that confirms the payment
 * makes sense. On a phone that is after they have used the code: a button that is there before gets
 * pressed by mistake. A code that only another device can scan leaves no trace. A phone may load
 * the page again while the player is in their bank's app, so the use is kept for the tab.
 * `wasUsed` tells that it was used on this device.
 */
export function useCodeUse(code: PaymentCode | null, deposit: DepositSummary) {
  const { depositId, currency, isReported = false } = deposit;
  const isAtDesk = useIsAtDesk();
  const analytics = useDepositAnalytics(currency);
  const key = `kassa.used-code.${depositId}`;
  const [wasUsed, setWasUsed] = useState(() => readTab(key) !== null);
  return {
    wasUsed,
    isUsed: wasUsed || isReported || isAtDesk || code === null || !isPressable(code),
    handleUse: (how: CodeUse) => {
      setWasUsed(true);
      writeTab(key, '1');
      const button_name = buttonNames[how];
      if (button_name !== undefined) analytics.send('button', { button_name });
    },
  };
}
