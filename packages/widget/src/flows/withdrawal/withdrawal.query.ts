import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RouteContext } from '../../routing/route.ts';
import { buildMethodsRequest } from '../../session/methods-request.ts';
import { offerStaleMs } from '../../session/offer-changes.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/** The ways to be paid out in the region that the player looks at. */
function withdrawalQuery({ transport, hostData }: Session, region: string | null) {
  const { country, currency } = buildMethodsRequest(hostData, region);
  const request = { ...(country && { country }), ...(currency && { currency }) };
  return queryOptions({
    queryKey: ['methods-withdrawal', request],
    queryFn: ({ signal }) => transport.call('methods-withdrawal', request, { signal }),
    staleTime: offerStaleMs,
  });
}

/** Has them, asking anew where that is wanted (§2 "refetch"). Rejects where they can't be had. */
export function loadWithdrawal({ session, queryClient }: RouteContext, isAnew = false) {
  const query = withdrawalQuery(session, useSessionStore.getState().region);
  return isAnew
    ? queryClient.fetchQuery({ ...query, staleTime: 0 })
    : queryClient.ensureQueryData(query);
}

/** The ways to be paid out, with which every screen of the flow is loaded. */
export function useWithdrawal() {
  const session = useSession();
  const region = useSessionStore((store) => store.region);
  const { data, error } = useQuery(withdrawalQuery(session, region));
  // A method that is switched meanwhile moves the tiles.
  return { catalogue: useHeldWhilePressed(data), error };
}
