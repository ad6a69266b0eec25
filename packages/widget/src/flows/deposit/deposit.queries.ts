import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RouteContext } from '../../routing/route.ts';
import { offerStaleMs } from '../../session/offer-changes.ts';
import { depositOfferKey } from '../../session/offer-keys.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/** The methods with their groups for a region; without one, for the host's. */
function methodsQuery({ transport, hostData }: Session, region: string | null) {
  const queryKey = depositOfferKey(hostData, region);
  const [call, request] = queryKey;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => transport.call(call, request, { signal }),
    staleTime: offerStaleMs,
  });
}

/**
 * Loads the methods of the player's region, unless they are cached.
 * @throws as the transport does
 */
export function loadMethods({ session, queryClient }: RouteContext) {
  const { region } = useSessionStore.getState();
  return queryClient.ensureQueryData(methodsQuery(session, region));
}

/**
 * Loads the methods of the player's region again.
 * @throws as the transport does
 */
export function reloadMethods({ session, queryClient }: RouteContext) {
  const { region } = useSessionStore.getState();
  return queryClient.fetchQuery({ ...methodsQuery(session, region), staleTime: 0 });
}

/** Provides the methods on offer. Every screen of the flow is loaded with them. */
export function useMethods() {
  const session = useSession();
  const region = useSessionStore((store) => store.region);
  const { data, error, refetch } = useQuery(methodsQuery(session, region));
  // A method that is switched on or off would move the tiles.
  return { catalogue: useHeldWhilePressed(data), error, retry: refetch };
}

/** The status of a deposit. The complete page decides how often it is loaded. */
export function depositStatusQuery(
  transport: Session['transport'],
  { depositId, paymentMethod }: { depositId: string; paymentMethod: string },
) {
  return queryOptions({
    queryKey: ['deposit-status', depositId],
    queryFn: ({ signal }) =>
      transport.call('deposit-status', { depositId, paymentMethod }, { signal }),
    staleTime: 0,
  });
}
