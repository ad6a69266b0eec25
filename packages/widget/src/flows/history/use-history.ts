import type { DepositSummary, Withdrawal } from '@kassa/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';
import { depositListQuery } from '../deposit/unfinished.queries.ts';
import { withdrawalListQuery } from '../withdrawal/withdrawals.queries.ts';

/** One of the history's two lists, the newest first. */
export type Listed<Item> =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'ready'; items: readonly Item[] };

export interface History {
  deposits: Listed<DepositSummary>;
  withdrawals: Listed<Withdrawal>;
}

/**
 * Provides the player's last deposits and withdrawals. They are loaded again whenever one of them
 * changes, and after every connect, as pushes may have been missed. The present lists stay
 * meanwhile.
 */
export function useHistory(): History {
  const { transport } = useSession();
  const deposits = useQuery(depositListQuery(transport));
  const withdrawals = useQuery(withdrawalListQuery(transport));
  return {
    deposits: useListed(deposits, 'deposit.status', (data) => data.deposits),
    withdrawals: useListed(withdrawals, 'withdrawal.status', (data) => data.withdrawals),
  };
}

function useListed<Data, Item>(
  { data: latest, error, isFetching, refetch }: UseQueryResult<Data, Error>,
  pushed: 'deposit.status' | 'withdrawal.status',
  readItems: (data: Data) => readonly Item[],
): Listed<Item> {
  const { transport } = useSession();
  const data = useHeldWhilePressed(latest);
  useEffect(() => {
    // Queued, so that a request of another listener for the same list is reused.
    const renew = () => queueMicrotask(() => void refetch({ cancelRefetch: false }));
    const stopPushes = transport.onPush(({ name }) => {
      if (name === pushed) renew();
    });
    const stopConnects = transport.onConnect(renew);
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, refetch, pushed]);
  if (data !== undefined) return { kind: 'ready', items: readItems(data) };
  if (error === null || isFetching) return { kind: 'loading' };
  return { kind: 'failed', error, retry: () => void refetch() };
}
