import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RouteContext } from '../../routing/route.ts';
import { offerStaleMs } from '../../session/offer-changes.ts';
import { withdrawalOfferKey } from '../../session/offer-keys.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/** The withdrawal methods in the player's region. */
function withdrawalQuery({ transport, hostData }: Session, region: string | null) {
  const queryKey = withdrawalOfferKey(hostData, region);
  const [call, request] = queryKey;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => transport.call(call, request, { signal }),
    staleTime: offerStaleMs,
  });
}

/**
 * Loads the withdrawal methods; `isAnew` bypasses the cache (§2 "refetch").
 * @throws as the transport does
 */
export function loadWithdrawal({ session, queryClient }: RouteContext, isAnew = false) {
  const query = withdrawalQuery(session, useSessionStore.getState().region);
  return isAnew
    ? queryClient.fetchQuery({ ...query, staleTime: 0 })
    : queryClient.ensureQueryData(query);
}

/** Provides the withdrawal methods. Every screen of the flow is loaded with them. */
export function useWithdrawal() {
  const session = useSession();
  const region = useSessionStore((store) => store.region);
  const { data, error } = useQuery(withdrawalQuery(session, region));
  // A method that is switched meanwhile moves the tiles.
  return { catalogue: useHeldWhilePressed(data), error };
}
