import { type CallResponse, type CryptoAddress, compareDecimals } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session.ts';

/** A rate moves, and is for showing only. */
const staleMs = 60_000;

type Valued = Pick<CryptoAddress, 'minDepositValue' | 'cryptoName'>;

/**
 * Returns the minimum roughly in the account's currency, and the coin's rate; undefined until it is known, null
 * without a rate (§8), or where the account has the coin itself.
 */
export function useCoinValue({
  minDepositValue,
  cryptoName,
}: Valued): CallResponse<'payment-convert-v2'> | null | undefined {
  const { transport } = useSession();
  const { data, error } = useQuery({
    queryKey: ['payment-convert-v2', minDepositValue, cryptoName],
    queryFn: ({ signal }) =>
      transport.call(
        'payment-convert-v2',
        { amount: minDepositValue, currency: cryptoName },
        { signal },
      ),
    staleTime: staleMs,
  });
  if (data === undefined) return error === null ? undefined : null;
  return data.currency === cryptoName || compareDecimals(data.amount, '0') === 0 ? null : data;
}
