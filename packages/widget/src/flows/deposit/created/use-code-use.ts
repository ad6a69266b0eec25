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
 * A phone may load the page again while the player is in their bank's app, so both are kept for the tab:
 * `wasUsed` tells that the code or an app was used on this device, `isTaken` that anything to pay by was
 * copied, saved or opened. Until then the button is soft.
 */
export function useCodeUse(code: PaymentCode | null, deposit: DepositSummary) {
  const { depositId, currency, isReported = false } = deposit;
  const isAtDesk = useIsAtDesk();
  const analytics = useDepositAnalytics(currency);
  const used = useNote(`kassa.used-code.${depositId}`);
  const taken = useNote(`kassa.taken-details.${depositId}`);
  return {
    wasUsed: used.isNoted,
    isTaken: used.isNoted || taken.isNoted,
    isUsed: used.isNoted || isReported || isAtDesk || code === null || !isPressable(code),
    noteTaken: taken.note,
    handleUse: (how: CodeUse) => {
      used.note();
      const button_name = buttonNames[how];
      if (button_name !== undefined) analytics.send('button', { button_name });
    },
  };
}

/** A fact that is kept for the tab once it is noted. */
function useNote(key: string) {
  const [isNoted, setIsNoted] = useState(() => readTab(key) !== null);
  const note = () => {
    setIsNoted(true);
    writeTab(key, '1');
  };
  return { isNoted, note };
}
