import type { PaymentMethod } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { resolveCountry } from '../../session/payment-country.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { useCurrency, useUser } from '../../session/user.query.ts';

/** What the list is of: it waits until both are known. */
interface MethodsQueryOptions {
  transport: Session['transport'];
  country: string | undefined;
  currency: string | undefined;
}

function methodsQuery({ transport, country, currency }: MethodsQueryOptions) {
  const request = country === undefined || currency === undefined ? null : { country, currency };
  return queryOptions({
    queryKey: ['methods-payment-v3', request],
    queryFn: ({ signal }) => {
      if (request === null) throw new Error('The methods were asked for before their currency.');
      return transport.call('methods-payment-v3', request, { signal });
    },
    enabled: request !== null,
    staleTime: 60_000,
  });
}

/**
 * The methods offered to the player in the region, with their groups. Every screen of the flow
 * needs them: once they are there, whichever screen a reload began with can be used.
 */
export function useMethods() {
  const { transport, hostData, bridge } = useSession();
  const user = useUser();
  const country = resolveCountry(hostData) ?? user.data?.country;
  const currency = useCurrency();
  const methods = useQuery(methodsQuery({ transport, country, currency }));
  const markLoaded = useSessionStore((store) => store.markLoaded);
  const isLoaded = methods.data !== undefined;
  useEffect(() => {
    if (isLoaded) markLoaded(bridge);
  }, [isLoaded, bridge, markLoaded]);
  const isUserMissing = country === undefined || currency === undefined;
  return {
    country,
    currency,
    catalogue: methods.data,
    /** Why there is no list; the player's own failure where the list had to wait for it. */
    error: methods.error ?? (isUserMissing ? user.error : null),
    retry: () => (isUserMissing ? user.refetch() : methods.refetch()),
  };
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
