import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../session/session.ts';

/** The player's deposits, the newest first. Always asked anew: others come and go on other devices. */
export function depositListQuery(transport: Session['transport']) {
  return queryOptions({
    queryKey: ['deposit-list'],
    queryFn: ({ signal }) => transport.call('deposit-list', {}, { signal }),
    staleTime: 0,
  });
}

/** The first part of every {@link depositQuery}'s key. */
export const depositQueryName = 'deposit-get';

/** One deposit, with what its player does next. */
export function depositQuery(transport: Session['transport'], depositId: string) {
  return queryOptions({
    queryKey: [depositQueryName, depositId],
    queryFn: ({ signal }) => transport.call('deposit-get', { depositId }, { signal }),
    staleTime: 10_000,
  });
}
