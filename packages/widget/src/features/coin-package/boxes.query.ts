import { decodeCoinBox } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import type { Transport } from '../../transport/transport.ts';

/** The name of the query for the packages. A refused purchase makes it stale. */
export const boxesQueryName = 'sweepstake-boxes';

/** The coin packages on offer, or why there are none for the player. */
export function boxesQuery(transport: Transport) {
  return queryOptions({
    queryKey: [boxesQueryName],
    queryFn: async ({ signal }) => {
      const { boxes, obstacle } = await transport.call('sweepstake-boxes', {}, { signal });
      return { boxes: boxes.map(decodeCoinBox), obstacle };
    },
    staleTime: 60_000,
  });
}

/** Provides the coin packages. The screens of a purchase are loaded with them. */
export function useBoxes({ isEnabled = true } = {}) {
  const { data, error } = useQuery({
    ...boxesQuery(useSession().transport),
    enabled: isEnabled,
  });
  return { offer: data, boxes: data?.boxes, error };
}
