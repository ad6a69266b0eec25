import { compareDecimals, type Decimal, type PaymentMethod } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.ts';
import { reportError } from '../../../telemetry/report-error.ts';

type Coin = NonNullable<PaymentMethod['coin']>['currency'];

/** How long a shown rate stays, in ms. */
const renewalMs = 20_000;

/** The present rate of sweep coins in a coin. */
export type Conversion =
  | { kind: 'loading' }
  /** `renewsAtMs`: when the next one comes, in ms since 1970. */
  | { kind: 'ready'; rate: Decimal; renewsAtMs: number }
  /** No redemption at no rate (§8). */
  | { kind: 'missing' };

/** Provides the rate from sweep coins to a coin, renewed while the page is in sight. */
export function useConversion(coin: Coin | undefined): Conversion {
  const { transport } = useSession();
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['payment-convert-v2', 'QSC', coin],
    queryFn: ({ signal }) =>
      transport.call(
        'payment-convert-v2',
        { amount: '1', currency: 'QSC', ...(coin !== undefined && { toCurrency: coin }) },
        { signal },
      ),
    enabled: coin !== undefined,
    staleTime: 0,
    refetchInterval: renewalMs,
  });
  const rate = data?.currency === coin ? data?.rate : null;
  const hasRate = rate !== undefined && rate !== null && compareDecimals(rate, '0') > 0;
  const isLoading = coin !== undefined && data === undefined && error === null;
  const isMissing = !isLoading && (!hasRate || error !== null);
  useReport(isMissing, `No rate for a redemption: QSC to ${coin ?? 'nothing'}`);
  if (isLoading) return { kind: 'loading' };
  if (isMissing || !hasRate) return { kind: 'missing' };
  return { kind: 'ready', rate, renewsAtMs: dataUpdatedAt + renewalMs };
}

/** Reports a problem to the host whenever it comes up (§8). */
export function useReport(isThere: boolean, message: string): void {
  const { bridge } = useSession();
  useEffect(() => {
    if (isThere) reportError(bridge, message);
  }, [isThere, message, bridge]);
}
