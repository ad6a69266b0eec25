import type { DepositSummary } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';
import { depositListQuery } from '../deposit/unfinished.queries.ts';

type DepositHistory =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | { kind: 'ready'; deposits: readonly DepositSummary[] };

/**
 * Provides the player's last deposits, the newest first. They are loaded again whenever one of them
 * changes, and after every connect, as pushes may have been missed. The present list stays
 * meanwhile.
 */
export function useHistory(): DepositHistory {
  const { transport } = useSession();
  const { data: latest, error, isFetching, refetch } = useQuery(depositListQuery(transport));
  const data = useHeldWhilePressed(latest);
  useEffect(() => {
    // Queued, so that a request of another listener for the same list is reused.
    const renew = () => queueMicrotask(() => void refetch({ cancelRefetch: false }));
    const stopPushes = transport.onPush(({ name }) => {
      if (name === 'deposit.status') renew();
    });
    const stopConnects = transport.onConnect(renew);
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, refetch]);
  if (data !== undefined) return { kind: 'ready', deposits: data.deposits };
  if (error === null || isFetching) return { kind: 'loading' };
  return { kind: 'failed', error, retry: () => void refetch() };
}
