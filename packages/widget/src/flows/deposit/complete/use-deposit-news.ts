import type { TransactionStatus } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { refreshUser } from '../../../session/user.query.ts';
import { depositStatusQuery } from '../deposit.queries.ts';
import { longWaitMs, pollDelayMs, reduceComplete, startComplete } from './complete.machine.ts';

/**
 * Follows a deposit: pushes, polling with back-off, and a question on every connect, as pushes may
 * have been missed before it, and when the player seems to come back from the provider. Tells the host of every change, and renews the balance when money came.
 */
export function useDepositNews(
  depositId: string,
  paymentMethod: string,
  claim: TransactionStatus | null,
) {
  const { transport, bridge } = useSession();
  const queryClient = useQueryClient();
  const [state, dispatch] = useReducer(reduceComplete, claim, startComplete);
  const query = useQuery({
    ...depositStatusQuery(transport, { depositId, paymentMethod }),
    refetchInterval: ({ state: { dataUpdateCount } }) => pollDelayMs(state.status, dataUpdateCount),
    refetchIntervalInBackground: true,
  });
  const { data, refetch } = query;

  useEffect(() => {
    if (data !== undefined) dispatch({ kind: 'heard', news: data });
  }, [data]);

  useEffect(() => transport.onConnect(() => void refetch()), [transport, refetch]);

  // Hints that the player has done something over there; only the server's answer says what.
  const popup = useSessionStore(({ runningDeposit }) =>
    runningDeposit?.depositId === depositId ? runningDeposit.popup : null,
  );
  useEffect(() => popup?.onClosed(() => void refetch()), [popup, refetch]);
  useEffect(() => {
    const handleFocus = () => void refetch();
    window.addEventListener('focus', handleFocus);
    return () => window.removeEventListener('focus', handleFocus);
  }, [refetch]);

  useEffect(
    () =>
      transport.onPush((push) => {
        if (push.name !== 'deposit.status' || push.data.depositId !== depositId) return;
        dispatch({ kind: 'heard', news: { ...push.data, status: push.data.word } });
        void refetch();
      }),
    [transport, depositId, refetch],
  );

  const { status } = state;
  useEffect(() => {
    if (status !== 'waiting') return;
    const timer = setTimeout(() => dispatch({ kind: 'waitedLong' }), longWaitMs);
    return () => clearTimeout(timer);
  }, [status]);

  useEffect(() => {
    bridge.send({ messageType: 'depositStatus', payload: { depositId, status } });
    if (status === 'processed') void refreshUser(queryClient);
  }, [bridge, depositId, status, queryClient]);

  return {
    ...state,
    /** What the player gives to support, once known. */
    reference: data?.reference,
    /** Why nothing is known at all; later failures to ask leave what is shown. */
    error: data === undefined && state.news === null ? query.error : null,
    retry: refetch,
  };
}
