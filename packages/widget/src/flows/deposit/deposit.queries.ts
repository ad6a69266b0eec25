import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RouteContext } from '../../routing/route.ts';
import { offerStaleMs } from '../../session/offer-changes.ts';
import { depositOfferKey } from '../../session/offer-keys.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/** The methods of a region, the host's where the player chose none, with their groups. */
function methodsQuery({ transport, hostData }: Session, region: string | null) {
  const queryKey = depositOfferKey(hostData, region);
  const [call, request] = queryKey;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => transport.call(call, request, { signal }),
    staleTime: offerStaleMs,
  });
}

/** Has the methods of the region that the player looks at. Rejects where they can't be had. */
export function loadMethods({ session, queryClient }: RouteContext) {
  const { region } = useSessionStore.getState();
  return queryClient.ensureQueryData(methodsQuery(session, region));
}

/** The same, asking anew. */
export function reloadMethods({ session, queryClient }: RouteContext) {
  const { region } = useSessionStore.getState();
  return queryClient.fetchQuery({ ...methodsQuery(session, region), staleTime: 0 });
}

/** The methods offered to the player. Every screen of the flow is loaded with them. */
export function useMethods() {
  const session = useSession();
  const region = useSessionStore((store) => store.region);
  const { data, error, refetch } = useQuery(methodsQuery(session, region));
  // A method that is switched meanwhile moves the tiles.
  return { catalogue: useHeldWhilePressed(data), error, retry: refetch };
}

/** Where a deposit stands. The complete page decides how often it asks. */
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
