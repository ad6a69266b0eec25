import { type CallResponse, type Decimal, decimalSchema } from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../session/session.ts';
import { readKept, writeKept } from '../../storage/kept-for-player.ts';
import { depositListQuery } from './unfinished.queries.ts';

/**
 * Returns the amount of the player's last deposit in a currency; undefined where this device doesn't
 * know it.
 */
export function findLastAmount(
  session: Session,
  queryClient: QueryClient,
  currency: string,
): Decimal | undefined {
  const kept = decimalSchema.safeParse(readKept(`last-amount.${currency}`, session)).data;
  const newest = listKnown(session, queryClient).find((deposit) => deposit.currency === currency);
  return kept ?? newest?.amount;
}

/** Keeps the amount of a created deposit for the next one in its currency. */
export function keepLastAmount(
  { playerKey }: Session,
  { amount, currency }: { amount: Decimal; currency: string },
): void {
  writeKept(`last-amount.${currency}`, playerKey, amount);
}

/** Returns the player's deposits as far as they were loaded, the newest first. */
function listKnown({ transport }: Session, queryClient: QueryClient) {
  const { queryKey } = depositListQuery(transport);
  return queryClient.getQueryData<CallResponse<'deposit-list'>>(queryKey)?.deposits ?? [];
}
