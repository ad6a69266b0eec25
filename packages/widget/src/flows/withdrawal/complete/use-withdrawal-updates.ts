import { decodeWithdrawalWord } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../session/session.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { pollDelayMs } from '../../deposit/complete/complete.machine.ts';
import { renewAfterWithdrawal, withdrawalStatusQuery } from '../withdrawals.queries.ts';

/**
 * Follows a withdrawal by pushes and by asking with back-off. It is also loaded on every connect, as
 * pushes may have been missed before, and when the player comes back to the page.
 */
export function useWithdrawalUpdates(withdrawalId: string) {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...withdrawalStatusQuery(transport, withdrawalId),
    refetchInterval: ({ state }) => {
      // §4: a withdrawal counts as accepted until the server says otherwise.
      const status =
        state.data === undefined ? 'accepted' : decodeWithdrawalWord(state.data.status);
      return pollDelayMs(status, state.dataUpdateCount);
    },
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    const stopPushes = transport.onPush((push) => {
      if (push.name === 'withdrawal.status' && push.data.withdrawalId === withdrawalId) {
        void refetch();
      }
    });
    const stopConnects = transport.onConnect(() => void refetch());
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, withdrawalId, refetch]);

  const status = data?.status;
  const known = useRef(status);
  useEffect(() => {
    if (known.current !== undefined && known.current !== status) renewAfterWithdrawal(queryClient);
    known.current = status;
  }, [status, queryClient]);

  // An update may come during a press, and would replace the button.
  const withdrawal = useHeldWhilePressed(data);
  return {
    withdrawal,
    error: withdrawal === undefined ? error : null,
    retry: () => void refetch(),
  };
}
