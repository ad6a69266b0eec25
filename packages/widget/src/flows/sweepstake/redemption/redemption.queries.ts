import type { CallResponse } from '@kassa/contract';
import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { useUser } from '../../../session/user.query.ts';
import type { Transport } from '../../../transport/transport.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';

/** Sweep coins are played elsewhere meanwhile. */
const renewalMs = 30_000;

/** A screen that comes after a failure shows it, and doesn't ask again by itself. */
const retryOnMount = false;

/** What of the sweep coins can be redeemed now. */
export type RecoupSum = CallResponse<'sweepstake-recoup-sum'>['data'];

/** The sweep coins that can be redeemed, and why not the rest. */
export function recoupQuery(transport: Transport) {
  return queryOptions({
    queryKey: ['sweepstake-recoup-sum'],
    queryFn: async ({ signal }): Promise<RecoupSum> => {
      const request = { currency: 'QSC' } as const;
      return (await transport.call('sweepstake-recoup-sum', request, { signal })).data;
    },
    refetchInterval: renewalMs,
    retryOnMount,
  });
}

/** The player's coins of both kinds. */
export function coinBalancesQuery(transport: Transport) {
  return queryOptions({
    queryKey: ['sweepstake-balance-get'],
    queryFn: ({ signal }) => transport.call('sweepstake-balance-get', {}, { signal }),
    retryOnMount,
  });
}

/**
 * Provides what can be redeemed: undefined while it is loading, null where it can't be had. What was
 * known before a failure stays.
 */
export function useRecoup(): RecoupSum | null | undefined {
  const { data, error, dataUpdatedAt, refetch } = useQuery(recoupQuery(useSession().transport));
  useRenewal(dataUpdatedAt, refetch);
  // Another amount redraws the tiles.
  const shown = useHeldWhilePressed(data);
  if (shown !== undefined) return shown;
  return error === null ? undefined : null;
}

/** Provides the player's gold coins; undefined while they are unknown. */
export function useGoldCoins(): string | undefined {
  const { data, dataUpdatedAt, refetch } = useQuery(coinBalancesQuery(useSession().transport));
  useRenewal(dataUpdatedAt, refetch);
  return data?.find(({ currency }) => currency === 'QGC')?.balance;
}

/** Provides the action that asks for coins again which could not be had. */
export function useCoinsRetry(): { isBusy: boolean; retry: () => void } {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const queries = [recoupQuery(transport), coinBalancesQuery(transport)];
  const isBusy = useIsFetching({ queryKey: recoupQuery(transport).queryKey }) > 0;
  const retry = () => {
    for (const { queryKey } of queries) void queryClient.refetchQueries({ queryKey });
  };
  return { isBusy, retry };
}

/** Loads coins again after each change of the account: a round was played, a free entry given. */
function useRenewal(loadedAt: number, load: () => void): void {
  const { dataUpdatedAt: changedAt } = useUser();
  useEffect(() => {
    if (loadedAt !== 0 && changedAt > loadedAt) load();
  }, [loadedAt, changedAt, load]);
}
