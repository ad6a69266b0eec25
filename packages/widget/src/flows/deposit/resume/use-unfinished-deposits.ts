import type { CallResponse } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { useMethods } from '../deposit.queries.ts';
import { depositListQuery } from '../unfinished.queries.ts';
import { unfinishedOf } from './unfinished-of.ts';

/**
 * Provides the deposits that can be continued, the newest first. They are loaded again whenever one
 * of them changes, and after every connect, as pushes may have been missed.
 * @param isWanted - false delays the first request
 */
export function useUnfinishedDeposits(isWanted = true) {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const { catalogue } = useMethods();
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

  // A deposit that appears or disappears may replace a pressed element.
  const shown = useHeldWhilePressed(data);

  return {
    /** Null while it is unknown. */
    deposits: shown === undefined ? null : unfinishedOf(shown.deposits, catalogue?.methods),
    /** Removes a deposit from the list at once, and loads the list again. */
    forget: (depositId: string) => {
      queryClient.setQueryData<CallResponse<'deposit-list'>>(query.queryKey, (known) =>
        known === undefined
          ? known
          : {
              ...known,
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
