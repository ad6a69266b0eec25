import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import type { Transport } from '../../transport/transport.ts';

/** The coin packages on offer. */
export function boxesQuery(transport: Transport) {
  return queryOptions({
    queryKey: ['sweepstake-boxes'],
    queryFn: ({ signal }) => transport.call('sweepstake-boxes', {}, { signal }),
    staleTime: 60_000,
  });
}

/** The coin packages, with which the deposit's screens are loaded. */
export function useBoxes() {
  const { data, error } = useQuery(boxesQuery(useSession().transport));
  return { boxes: data?.boxes, error };
}
