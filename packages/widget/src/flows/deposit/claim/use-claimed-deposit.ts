import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { depositQuery } from '../unfinished.queries.ts';

/** The interval in ms at which a deposit is loaded again while it can change its claim. */
const pollMs = 60_000;

interface ClaimedDeposit {
  depositId: string;
  /** False delays the first request. */
  isWanted?: boolean;
}

/**
 * Loads a deposit with its claim, and loads it again when it changes: after a push, on every
 * connect, when the player returns to the page, and from time to time, since a deposit that nobody
 * pays can be claimed after a while. The presence of a claim doesn't change the deposit's status.
 */
export function useClaimedDeposit({ depositId, isWanted = true }: ClaimedDeposit) {
  const { transport } = useSession();
  const query = useQuery({
    ...depositQuery(transport, depositId),
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) =>
      data?.deposit.status === 'PAYED' && data.deposit.claim === undefined ? false : pollMs,
  });
  const { refetch } = query;
  useEffect(() => {
    if (!isWanted) return;
    const renew = () => void refetch({ cancelRefetch: false });
    const stopPushes = transport.onPush((push) => {
      if (push.name === 'deposit.status' && push.data.depositId === depositId) renew();
    });
    const stopConnects = transport.onConnect(renew);
    return () => {
      stopPushes();
      stopConnects();
    };
  }, [transport, depositId, isWanted, refetch]);
  return query;
}
