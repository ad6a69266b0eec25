import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RouteContext } from '../../routing/route.ts';
import { offerStaleMs } from '../../session/offer-changes.ts';
import { withdrawalOfferKey } from '../../session/offer-keys.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';

/** The ways to be paid out in the region that the player looks at. */
function withdrawalQuery({ transport, hostData }: Session, region: string | null) {
  const queryKey = withdrawalOfferKey(hostData, region);
  const [call, request] = queryKey;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => transport.call(call, request, { signal }),
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
  return useQuery(withdrawalQuery(session, region)).data;
}
