import type { PaymentMethod } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buildMethodsRequest } from '../../session/methods-request.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';

/** The methods of a region, the host's where the player chose none, with their groups. */
export function methodsQuery({ transport, hostData }: Session, region: string | null) {
  const request = buildMethodsRequest(hostData, region);
  return queryOptions({
    queryKey: ['methods-payment-v3', request],
    queryFn: ({ signal }) => transport.call('methods-payment-v3', request, { signal }),
    staleTime: 60_000,
  });
}

/**
 * The methods offered to the player. Every screen of the flow needs them and is loaded with them:
 * once they are there, whichever screen a reload began with can be used.
 */
export function useMethods() {
  const session = useSession();
  const region = useSessionStore((store) => store.region);
  const markLoaded = useSessionStore((store) => store.markLoaded);
  const { data, error, refetch } = useQuery(methodsQuery(session, region));
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) markLoaded(session);
  }, [isLoaded, session, markLoaded]);
  return { catalogue: data, error, retry: refetch };
}

/** What the player may pay with a method: the server's limits, the catalogue's until they come. */
export function useLimits(method: PaymentMethod, currency: string) {
  const { transport } = useSession();
  const { data } = useQuery({
    queryKey: ['deposit-limits', method.name, currency],
    queryFn: ({ signal }) =>
      transport.call('deposit-limits', { currency, paymentMethod: method.name }, { signal }),
    staleTime: 30_000,
  });
  return data ?? method.amount_rules[currency] ?? { min: '0', max: '0' };
}

/** Where a deposit stands. The complete page decides how often it asks. */
export function depositStatusQuery(
  transport: Session['transport'],
  { depositId, paymentMethod }: { depositId: string; paymentMethod: string },
) {
  return queryOptions({
    queryKey: ['deposit-status', depositId],
    queryFn: ({ signal }) =>
      transport.call('deposit-status', { depositId, paymentMethod }, { signal }),
    staleTime: 0,
  });
}
