import { type CryptoAddress, compareDecimals, type Money } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session.ts';

/** A rate moves, and is for showing only. */
const staleMs = 60_000;

/**
 * Returns the minimum roughly in the account's currency; null without a rate (§8), or where the
 * account has the coin itself.
 */
export function useMinimumValue({ minDepositValue, cryptoName }: CryptoAddress): Money | null {
  const { transport } = useSession();
  const { data } = useQuery({
    queryKey: ['payment-convert-v2', minDepositValue, cryptoName],
    queryFn: ({ signal }) =>
      transport.call(
        'payment-convert-v2',
        { amount: minDepositValue, currency: cryptoName },
        { signal },
      ),
    staleTime: staleMs,
  });
  if (data === undefined || data.currency === cryptoName) return null;
  return compareDecimals(data.amount, '0') === 0 ? null : data;
}
