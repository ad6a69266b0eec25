import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../../session/session.ts';

/** The receipt is loaded before the press: a browser shares only in the press itself. */
export function receiptQuery({ transport, locale: { tag } }: Session, depositId: string) {
  return queryOptions({
    queryKey: ['deposit-receipt', depositId, tag],
    queryFn: ({ signal }) =>
      transport.call('deposit-receipt', { depositId, locale: tag }, { signal }),
    staleTime: 60_000,
  });
}
