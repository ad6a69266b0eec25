import type { PaymentMethod } from '@kassa/contract';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { resolveName } from '../../i18n/text.ts';
import type { Session } from '../../session/session.ts';
import { type DepositState, isWaiting } from './deposit.machine.ts';

const longestName = 200;

/**
 * §4: reports to the server that the page is closed during the creation of a deposit. The request
 * outlives the page (design §4 "Sending on page close").
 */
export function useCloseReport(
  session: Session,
  method: PaymentMethod,
  latest: RefObject<DepositState>,
): void {
  const report = useEffectEvent(() => {
    const state = latest.current;
    if (!isWaiting(state)) return;
    const { transport, hostData, locale } = session;
    const { paymentSessionId } = state.attempt;
    const request = {
      paymentMethod: method.name,
      paymentMethodText: resolveName(method.text, locale.tag).slice(0, longestName),
      ...(hostData.userId !== '' && { userId: hostData.userId.slice(0, 128) }),
      ...(paymentSessionId !== null && { paymentSessionId }),
    };
    // The page is gone: no failure can be handled.
    transport.call('session-form-on-close-modal', request, { keepalive: true }).catch(() => {});
  });
  useEffect(() => {
    const handlePageHide = () => report();
    addEventListener('pagehide', handlePageHide);
    return () => removeEventListener('pagehide', handlePageHide);
  }, []);
}
