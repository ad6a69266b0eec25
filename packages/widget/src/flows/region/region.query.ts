import { queryOptions } from '@tanstack/react-query';
import type { Transport } from '../../transport/transport.ts';

/** The regions that the player may choose. */
export function regionsQuery(transport: Transport) {
  return queryOptions({
    queryKey: ['methods-country-selector-v2'],
    queryFn: ({ signal }) => transport.call('methods-country-selector-v2', {}, { signal }),
    staleTime: 300_000,
  });
}
