import type { CallResponse } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { depositListQuery } from '../unfinished.queries.ts';

/**
 * The deposits that the server says can be gone on with, the newest first. Asked for anew whenever
 * one of them changes, and after every connect, as pushes may have been missed.
 */
export function useUnfinishedDeposits() {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const query = depositListQuery(transport);
  const { data, isPending, refetch } = useQuery(query);
  useEffect(
    () =>
      transport.onPush(({ name }) => {
        if (name === 'deposit.status') void refetch();
      }),
    [transport, refetch],
  );
  useEffect(() => transport.onConnect(() => void refetch()), [transport, refetch]);

  // A card that comes, goes or makes room for another moves what stands below it.
  const shown = useHeldWhilePressed(data);
  const isLooking = useHeldWhilePressed(isPending);

  return {
    /** The server has not answered yet. */
    isLooking,
    /** Null while nobody knows. */
    deposits: shown?.deposits.filter(({ canContinue }) => canContinue) ?? null,
    /** Takes one off the list at once, and asks for the rest. */
    forget: (depositId: string) => {
      queryClient.setQueryData<CallResponse<'deposit-list'>>(query.queryKey, (known) =>
        known === undefined
          ? known
          : { deposits: known.deposits.filter((one) => one.depositId !== depositId) },
      );
      void refetch();
    },
    refresh: () => void refetch(),
  };
}
