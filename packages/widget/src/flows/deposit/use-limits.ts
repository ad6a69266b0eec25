import { type AmountLimits, methodLimits, type PaymentMethod, roundLimits } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAllowance } from '../../fields/amount/read-allowance.ts';
import type { Allowance } from '../../fields/shared/field.ts';
import { useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/** What may be paid with a method now, in whole steps of the currency, and which own limit says so. */
export interface Limits {
  limits: AmountLimits;
  /** What the player's own lowest limit leaves, where it is lower than the method's. */
  allowance: Allowance | undefined;
}

/** Name of the query for what a player may pay; each deposit changes the answer. */
export const limitsQueryName = 'deposit-limits';

/**
 * What the player may pay with a method (§5): the server's limits; the catalogue's for the country
 * (ISO 3166-1, lower case) until they come.
 */
export function useLimits(method: PaymentMethod, currency: string, country: string): Limits {
  const { transport } = useSession();
  const { data: latest } = useQuery({
    queryKey: [limitsQueryName, method.name, currency],
    queryFn: ({ signal }) =>
      transport.call('deposit-limits', { currency, paymentMethod: method.name }, { signal }),
    staleTime: 30_000,
  });
  // They change the words below the amount, and the chips.
  const data = useHeldWhilePressed(latest);
  return useMemo(
    () =>
      data === undefined
        ? { limits: methodLimits(method, currency, country), allowance: undefined }
        : { limits: roundLimits(data, currency), allowance: readAllowance(data, currency) },
    [data, method, currency, country],
  );
}
