import { decodeCoinBox } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import type { Transport } from '../../transport/transport.ts';

/** The coin packages on offer. */
export function boxesQuery(transport: Transport) {
  return queryOptions({
    queryKey: ['sweepstake-boxes'],
    queryFn: async ({ signal }) => {
      const { boxes } = await transport.call('sweepstake-boxes', {}, { signal });
      return { boxes: boxes.map(decodeCoinBox) };
    },
    staleTime: 60_000,
  });
}

/** Provides the coin packages. The deposit's screens are loaded with them. */
export function useBoxes() {
  const { data, error } = useQuery(boxesQuery(useSession().transport));
  return { boxes: data?.boxes, error };
}
