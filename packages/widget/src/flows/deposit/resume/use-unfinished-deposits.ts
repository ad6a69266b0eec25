import type { CallResponse } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { depositListQuery } from '../unfinished.queries.ts';

/**
 * The deposits that the server says can be gone on with, the newest first. Asked for anew whenever
 * one of them changes, and after every connect, as pushes may have been missed.
 * @param isWanted - nothing is asked for before
 */
export function useUnfinishedDeposits(isWanted = true) {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const query = depositListQuery(transport);
  const { data, refetch } = useQuery({ ...query, enabled: isWanted });
  useEffect(() => {
    if (!isWanted) return;
    const stopPushes = transport.onPush(({ name }) => {
      if (name === 'deposit.status') void refetch();
    });
    const stopConnects = transport.onConnect(() => void refetch());
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, refetch, isWanted]);

  // One that comes or goes may take the place of what is being pressed.
  const shown = useHeldWhilePressed(data);

  return {
    /** Null while nobody knows. */
    deposits: shown?.deposits.filter(({ canContinue }) => canContinue) ?? null,
    /** Takes one off at once, and asks what has become of it. */
    forget: (depositId: string) => {
      queryClient.setQueryData<CallResponse<'deposit-list'>>(query.queryKey, (known) =>
        known === undefined
          ? known
          : {
              deposits: known.deposits.map((one) =>
                one.depositId === depositId ? { ...one, canContinue: false } : one,
              ),
            },
      );
      void refetch();
    },
    refresh: () => void refetch(),
  };
}
