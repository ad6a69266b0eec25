import type { CallResponse } from '@kassa/contract';
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
    queryFn: async ({ signal }): Promise<KnownDeposit> => {
      const { now, ...known } = await transport.call('deposit-get', { depositId }, { signal });
      return { ...known, clockAheadMs: measureClock(now) };
    },
    staleTime: 10_000,
  });
}

/** What the server said of a deposit, and by what clock. */
export interface KnownDeposit extends Omit<CallResponse<'deposit-get'>, 'now'> {
  /** How far the device's clock is ahead of the server's, in ms; null where nobody has compared them. */
  clockAheadMs: number | null;
}

/** What the way from the server may take, and no more: such a difference isn't a clock's. */
const noticedMs = 5000;

function measureClock(now: string | undefined): number {
  const aheadMs = now === undefined ? 0 : Date.now() - Date.parse(now);
  return Math.abs(aheadMs) > noticedMs ? aheadMs : 0;
}
