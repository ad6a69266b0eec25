import type { Withdrawal } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';
import { pollDelayMs } from '../deposit/complete/complete.machine.ts';
import { renewAfterWithdrawal, renewPayable, withdrawalListQuery } from './withdrawals.queries.ts';

/** Returns whether a withdrawal is under way. */
export function isUnderWay({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'PENDING' || status === 'SENDING';
}

/** Provides the withdrawals that are under way, the newest first. */
export function usePendingWithdrawals(): readonly Withdrawal[] {
  return useWithdrawals().filter(isUnderWay);
}

/**
 * Provides the player's withdrawals, the newest first. They are loaded again whenever one of them
 * changes, after every connect, and now and then: pushes may have been missed. Balance, limits and
 * offer follow them.
 */
export function useWithdrawals(): readonly Withdrawal[] {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const { data, refetch } = useQuery({
    ...withdrawalListQuery(transport),
    refetchInterval: ({ state }) =>
      state.data?.withdrawals.some(isUnderWay) === true &&
      pollDelayMs('accepted', state.dataUpdateCount),
  });
  useEffect(() => {
    const stopPushes = transport.onPush(({ name }) => {
      if (name === 'withdrawal.status') void refetch();
      if (name === 'deposit.status') renewPayable(queryClient);
    });
    const stopConnects = transport.onConnect(() => void refetch());
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, refetch, queryClient]);

  const underWay = data?.withdrawals
    .filter(isUnderWay)
    .map(({ withdrawalId }) => withdrawalId)
    .join(' ');
  const known = useRef(underWay);
  useEffect(() => {
    if (known.current !== undefined && known.current !== underWay) {
      renewAfterWithdrawal(queryClient);
    }
    known.current = underWay;
  }, [underWay, queryClient]);

  // A card that appears or disappears moves the tiles.
  const shown = useHeldWhilePressed(data);
  return shown?.withdrawals ?? [];
}
