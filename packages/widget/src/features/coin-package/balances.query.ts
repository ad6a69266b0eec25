import type { CallResponse } from '@kassa/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { useUser } from '../../session/user.query.ts';
import { reportError } from '../../telemetry/report-error.ts';
import type { Transport } from '../../transport/transport.ts';

type Balances = CallResponse<'sweepstake-balance-get'>;

function balancesQuery(transport: Transport, asOf: number) {
  return queryOptions({
    queryKey: ['sweepstake-balance-get', asOf],
    queryFn: ({ signal }) => transport.call('sweepstake-balance-get', {}, { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Provides the player's gold coins and sweep coins, loaded again with each change of the account. A
 * balance that the answer lacks is zero, and reported to the host (§8).
 */
export function useCoinBalances() {
  const { transport, bridge } = useSession();
  const { dataUpdatedAt } = useUser();
  const { data, isError } = useQuery(balancesQuery(transport, dataUpdatedAt));
  const find = (wanted: Balances[number]['currency']) =>
    data?.find(({ currency }) => currency === wanted)?.balance;
  const gold = find('QGC');
  const sweep = find('QSC');
  const missing = [gold === undefined && 'QGC', sweep === undefined && 'QSC'].filter(Boolean);
  const lacks = data === undefined ? '' : missing.join(', ');
  useEffect(() => {
    if (lacks !== '') reportError(bridge, `The balance lacks ${lacks}.`);
  }, [bridge, lacks]);
  return { balances: data && { gold: gold ?? '0', sweep: sweep ?? '0' }, isError };
}
