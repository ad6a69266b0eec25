import { useEffect, useEffectEvent } from 'react';
import { backOfAddress } from '../../../flows/deposit/run-effect.ts';
import { isStanding } from '../../../flows/deposit/standing-payment.ts';
import { useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { findKept, forgetPaid } from './kept-addresses.ts';

/**
 * Leads to the status of a payment to another address of this visit: a player may send coins and then
 * look at another network, before the payment is seen.
 */
export function useOtherPayments(): void {
  const session = useSession();
  const { transport } = session;
  const router = useRouter();
  const search = useSearch();
  const lead = useEffectEvent((depositId: string) => {
    const kept = findKept(session, depositId);
    if (kept === undefined || depositId === search.depositId) return;
    forgetPaid(session, depositId);
    const to = backOfAddress(search);
    router.navigate({
      to: 'Complete deposit',
      search: { depositId, method: kept.method, group: search.group, to },
      replace: true,
    });
  });
  useEffect(
    () =>
      transport.onPush((push) => {
        if (push.name !== 'deposit.status') return;
        const { chain, depositId } = push.data;
        if (chain !== undefined && isStanding(chain)) lead(depositId);
      }),
    [transport],
  );
}
