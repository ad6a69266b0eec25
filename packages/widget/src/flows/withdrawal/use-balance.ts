import type { Decimal } from '@kassa/contract';
import { useUser } from '../../session/user.query.ts';

/** Provides the player's balance in a currency; null while it is unknown, or of another currency. */
export function useBalance(currency: string): Decimal | null {
  const { data } = useUser();
  const balance = data?.balanceData.primary;
  return balance?.currency === currency ? balance.amount : null;
}
