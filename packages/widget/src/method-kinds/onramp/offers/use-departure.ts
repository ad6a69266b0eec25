import type { ExternalRedirect } from '@kassa/contract';
import { type RefObject, useEffect, useRef } from 'react';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { openPopup } from '../../../flows/deposit/open-popup.ts';
import { tellHost } from '../../../flows/deposit/run-effect.ts';
import { useDepositAnalytics } from '../../../flows/deposit/use-deposit-analytics.ts';
import type { PaymentPopup } from '../../../popup/payment-popup.ts';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';

/** The ways from the offers to the deposit's status, and the popup for the provider's page. */
export interface Departure {
  /** Aborted when the player leaves the screen. */
  leaving: RefObject<AbortController>;
  /** Opens the popup. Call it in the click. */
  open(): void;
  /** Whether the popup is open: the browser may have blocked it. */
  isOpen(): boolean;
  close(): void;
  /** Sends the popup, where there is one, to its target, and goes on to the status. */
  leaveFor(redirect: ExternalRedirect, target?: ExternalRedirect): void;
  /** Goes to the status; `mistaked` for a deposit that has ended (§4). */
  showStatus(status?: 'mistaked'): void;
}

/** Provides the ways on. The status leads back to the form (§4 "return to on-ramp"). */
export function useDeparture({ deposit, method }: CreatedDeposit<unknown>): Departure {
  const { depositId, paymentMethod, currency } = deposit;
  const session = useSession();
  const router = useRouter();
  const { group } = useSearch();
  const { send } = useDepositAnalytics(currency);
  const popup = useRef<PaymentPopup | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => {
      left.abort();
      popup.current?.close();
    };
  }, []);

  function showStatus(status?: 'mistaked'): void {
    const search = { depositId, method: paymentMethod, group, to: 'OnRamp', status };
    // Replaces this page, which is finished.
    router.navigate({ to: 'Complete deposit', search, replace: true });
  }

  return {
    leaving,
    open: () => {
      popup.current = openPopup(session);
    },
    isOpen: () => popup.current !== null,
    close: () => {
      popup.current?.close();
      popup.current = null;
    },
    leaveFor: (redirect, target) => {
      const { current: opened } = popup;
      // The popup outlives this screen.
      popup.current = null;
      if (target !== undefined) opened?.redirect(target);
      send('redirect');
      if (method !== undefined) tellHost(session, method, depositId);
      useSessionStore.getState().startDeposit({ depositId, redirect, popup: opened });
      showStatus();
    },
    showStatus,
  };
}
