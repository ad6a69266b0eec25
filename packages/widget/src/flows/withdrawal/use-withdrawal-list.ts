import type { Withdrawal } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';
import { pollDelayMs } from '../deposit/complete/complete.machine.ts';
import { withdrawalListQuery } from './withdrawals.queries.ts';

/** Returns whether a withdrawal is under way. */
export function isUnderWay({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'PENDING' || status === 'SENDING';
}

/**
 * Provides the withdrawals that are under way, the newest first. They are loaded again whenever one
 * of them changes, after every connect, and now and then: pushes may have been missed.
 */
export function usePendingWithdrawals(): readonly Withdrawal[] {
  const { transport } = useSession();
  const { data, refetch } = useQuery({
    ...withdrawalListQuery(transport),
    refetchInterval: ({ state }) =>
      state.data?.withdrawals.some(isUnderWay) === true &&
      pollDelayMs('accepted', state.dataUpdateCount),
  });
  useEffect(() => {
    const stopPushes = transport.onPush(({ name }) => {
      if (name === 'withdrawal.status') void refetch();
    });
    const stopConnects = transport.onConnect(() => void refetch());
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, refetch]);
  // A card that appears or disappears moves the tiles.
  const shown = useHeldWhilePressed(data);
  return shown?.withdrawals.filter(isUnderWay) ?? [];
}
