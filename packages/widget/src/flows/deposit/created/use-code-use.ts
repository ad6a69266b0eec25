import type { DepositSummary, PaymentCode } from '@kassa/contract';
import { useState } from 'react';
import { type CodeUse, isPressable, useIsAtDesk } from '../../../features/qr/payment-code-card.tsx';
import { readTab, writeTab } from '../../../storage/tab-storage.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';

/** The names of the presses for analytics (§7). */
const buttonNames: Partial<Record<CodeUse, string>> = { copy: 'copy_code', link: 'open_app' };

/**
 * Tells whether the player can have paid by a code or by payment details, so that the button that
 * confirms the payment makes sense. By a code on a phone that is after they have used the code: a button
 * that is there before gets pressed by mistake. A code that only another device can scan leaves no trace.
 * A phone may load the page again while the player is in their bank's app, so the use is kept for the tab.
 * `wasUsed` tells that something was copied, saved or opened on this device: until then the button is soft.
 */
export function useCodeUse(code: PaymentCode | null, deposit: DepositSummary) {
  const { depositId, currency, isReported = false } = deposit;
  const isAtDesk = useIsAtDesk();
  const analytics = useDepositAnalytics(currency);
  const key = `kassa.used-code.${depositId}`;
  const [wasUsed, setWasUsed] = useState(() => readTab(key) !== null);
  const noteUse = () => {
    setWasUsed(true);
    writeTab(key, '1');
  };
  return {
    wasUsed,
    isUsed: wasUsed || isReported || isAtDesk || code === null || !isPressable(code),
    noteUse,
    handleUse: (how: CodeUse) => {
      noteUse();
      const button_name = buttonNames[how];
      if (button_name !== undefined) analytics.send('button', { button_name });
    },
  };
}
