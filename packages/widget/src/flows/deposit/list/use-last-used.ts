import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Session, useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { writeKept } from '../../../storage/kept-for-player.ts';
import { findLastMethod, listKnown } from '../last-payment.ts';
import { depositListQuery } from '../unfinished.queries.ts';

/**
 * Returns the name of the method of the player's last deposit; null where this device doesn't know
 * it. A change counts from the next list on, as no tile may move under a finger.
 */
export function useLastUsed(): string | null {
  const session = useSession();
  const queryClient = useQueryClient();
  const [name] = useState(() => findLastMethod(session, queryClient));
  useEffect(() => followLastMethod(session, queryClient), [session, queryClient]);
  return name;
}

let followed: Session | null = null;
let stopFollowing = () => {};

/** Remembers each deposit's method from now on, whichever screen creates it. */
function followLastMethod(session: Session, queryClient: QueryClient): void {
  if (followed === session) return;
  stopFollowing();
  followed = session;
  const remember = (method: string | null | undefined) => {
    if (method) writeKept('last-method', session.playerKey, method);
  };
  const stopStore = useSessionStore.subscribe(({ runningDeposit, chosenMethods }, before) => {
    const isNew = runningDeposit?.depositId !== before.runningDeposit?.depositId;
    if (!isNew || runningDeposit === null || runningDeposit.isOnlyShown === true) return;
    remember(chosenMethods.deposit);
  });
  // The deposit may have been created on another device.
  const { queryKey } = depositListQuery(session.transport);
  const stopCache = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === queryKey[0]) {
      remember(listKnown(session, queryClient)[0]?.paymentMethod);
    }
  });
  stopFollowing = () => {
    stopStore();
    stopCache();
  };
}
