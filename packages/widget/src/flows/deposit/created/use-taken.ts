import type { DepositSummary } from '@kassa/contract';
import { useState } from 'react';
import type { Taken } from '../../../features/copy/used-context.ts';
import type { CodeUse } from '../../../features/qr/payment-code-card.tsx';
import { readTab, writeTab } from '../../../storage/tab-storage.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';

/** The names of the presses for analytics (§7). */
const buttonNames: Partial<Record<CodeUse, string>> = { copy: 'copy_code', link: 'open_app' };

const takenBy: Record<CodeUse, Taken> = {
  copy: 'copied',
  select: 'copied',
  link: 'opened',
  picture: 'kept',
};

/** What the player has taken along to pay by. */
export interface TakenDetails {
  /** Null before anything was: nobody is likely to have paid then. */
  taken: Taken | null;
  noteTaken(how: Taken): void;
  /** A payment code was used, which analytics learns of. */
  handleUse(how: CodeUse): void;
}

/**
 * Follows how the player takes a deposit's details along. A phone may load the page again while the
 * player is in their bank's app, so it is kept for the tab.
 */
export function useTaken({
  depositId,
  currency,
}: Pick<DepositSummary, 'depositId' | 'currency'>): TakenDetails {
  const analytics = useDepositAnalytics(currency);
  const key = `kassa.taken-details.${depositId}`;
  const [taken, setTaken] = useState(() => decodeTaken(readTab(key)));
  const noteTaken = (how: Taken) => {
    // Who has opened the app is further than who copies a detail more.
    if (taken === 'opened') return;
    setTaken(how);
    writeTab(key, how);
  };
  return {
    taken,
    noteTaken,
    handleUse: (how) => {
      noteTaken(takenBy[how]);
      const button_name = buttonNames[how];
      if (button_name !== undefined) analytics.send('button', { button_name });
    },
  };
}

function decodeTaken(kept: string | null): Taken | null {
  if (kept === null || kept === 'copied' || kept === 'opened') return kept;
  return 'kept';
}
