import type { CallResponse } from '@kassa/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../session/session.ts';

/**
 * The player's deposits, the newest first. The list is always loaded again: deposits change on
 * other devices too.
 */
export function depositListQuery(transport: Session['transport']) {
  return queryOptions({
    queryKey: ['deposit-list'],
    queryFn: ({ signal }) => transport.call('deposit-list', {}, { signal }),
    staleTime: 0,
  });
}

/** The first part of every {@link depositQuery}'s key. */
export const depositQueryName = 'deposit-get';

/** A deposit with its player's next step. */
export function depositQuery(transport: Session['transport'], depositId: string) {
  return queryOptions({
    queryKey: [depositQueryName, depositId],
    queryFn: async ({ signal }): Promise<KnownDeposit> => {
      const { now, ...known } = await transport.call('deposit-get', { depositId }, { signal });
      return { ...known, clockAheadMs: measureClock(now) };
    },
    staleTime: 10_000,
  });
}

/** The server's response about a deposit, with the difference of the clocks. */
export interface KnownDeposit extends Omit<CallResponse<'deposit-get'>, 'now'> {
  /** How far the device's clock is ahead of the server's, in ms; null where it is unknown. */
  clockAheadMs: number | null;
}

/** A smaller difference in ms may be the network's delay, and counts as none. */
const noticedMs = 5000;

function measureClock(now: string | undefined): number {
  const aheadMs = now === undefined ? 0 : Date.now() - Date.parse(now);
  return Math.abs(aheadMs) > noticedMs ? aheadMs : 0;
}
