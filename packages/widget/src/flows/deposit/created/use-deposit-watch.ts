import { decodePush, decodeStatus, type TransactionStatus } from '@kassa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { depositStatusQuery } from '../deposit.queries.ts';
import { isStanding } from '../standing-payment.ts';

/**
 * §9: every 5 s for the first two minutes, as long as most payments take; then less often. An
 * invoice is polled every 5 s for as long as it stands (§2).
 */
const earlyPollMs = 5000;
const latePollMs = 15_000;
const earlyPolls = 24;

/** What is known of a deposit while its player pays. */
interface Watched {
  status: TransactionStatus;
  /** Its payment was seen on its chain. */
  isSeen: boolean;
}

/**
 * Returns the state of a deposit while its player pays: from pushes, polls, and requests on every
 * connect and whenever the player comes back from their bank's app. Tells the host that it waits.
 * @param isInvoice - it is an invoice that stands
 */
export function useDepositWatch(
  depositId: string,
  paymentMethod: string,
  isInvoice: boolean,
): Watched {
  const { transport, bridge } = useSession();
  const queryClient = useQueryClient();
  const options = depositStatusQuery(transport, { depositId, paymentMethod });
  const { queryKey } = options;
  const { data, refetch } = useQuery({
    ...options,
    refetchInterval: ({ state }) =>
      isInvoice || state.dataUpdateCount < earlyPolls ? earlyPollMs : latePollMs,
    refetchIntervalInBackground: true,
  });

  useEffect(() => transport.onConnect(() => void refetch()), [transport, refetch]);

  useEffect(() => {
    const handleReturn = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    window.addEventListener('focus', handleReturn);
    document.addEventListener('visibilitychange', handleReturn);
    return () => {
      window.removeEventListener('focus', handleReturn);
      document.removeEventListener('visibilitychange', handleReturn);
    };
  }, [refetch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key consists of the deposit's id
  useEffect(
    () =>
      transport.onPush((push) => {
        if (push.name !== 'deposit.status' || push.data.depositId !== depositId) return;
        const status = decodePush(push.data);
        if (status !== null) {
          const { chain, transactions } = push.data;
          const seen = chain === undefined ? {} : { chain, transactions };
          queryClient.setQueryData(queryKey, (known) => known && { ...known, status, ...seen });
        }
        void refetch();
      }),
    [transport, queryClient, depositId, refetch],
  );

  useEffect(() => {
    bridge.send({ messageType: 'depositStatus', payload: { depositId, status: 'waiting' } });
  }, [bridge, depositId]);

  if (data === undefined) return { status: 'waiting', isSeen: false };
  return { status: decodeStatus(data), isSeen: data.chain !== undefined && isStanding(data.chain) };
}
