import { type AmountLimits, methodLimits, type PaymentMethod, roundLimits } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAllowance } from '../../fields/amount/read-allowance.ts';
import type { Allowance } from '../../fields/shared/field.ts';
import { type Session, useSession } from '../../session/session.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/**
 * The amounts that may be paid with a method now, in whole steps of the currency, and the player's
 * own limit that applies.
 */
export interface Limits {
  limits: AmountLimits;
  /** The rest that the player's own lowest limit leaves, where it is below the method's maximum. */
  allowance: Allowance | undefined;
}

/** The limits with the state of the server's response. */
interface AskedLimits extends Limits {
  /** The limits are those of a response, which may be older than an error. */
  isAnswered: boolean;
  /** Neither a response nor an error is there yet. */
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The name of the query for the limits. Each deposit makes it stale. */
export const limitsQueryName = 'deposit-limits';

/** The server's limits of a method in a currency. */
export function limitsQuery({ transport }: Session, method: PaymentMethod, currency: string) {
  return queryOptions({
    queryKey: [limitsQueryName, method.name, currency],
    queryFn: ({ signal }) =>
      transport.call(
        'deposit-limits',
        // A server of the release before knows only the old name.
        { currency, paymentType: method.name, paymentMethod: method.name },
        { signal },
      ),
    staleTime: 30_000,
  });
}

/**
 * Provides the amounts that the player may pay with a method (§5): the server's limits, and until
 * they are loaded the catalogue's for the country (ISO 3166-1, lower case).
 */
export function useLimits(method: PaymentMethod, currency: string, country: string): AskedLimits {
  const session = useSession();
  const {
    data: latest,
    error,
    isFetching,
    refetch,
  } = useQuery(limitsQuery(session, method, currency));
  // New limits change the text below the amount, and the chips.
  const data = useHeldWhilePressed(latest);
  const limits = useMemo<Limits>(
    () =>
      data === undefined
        ? { limits: methodLimits(method, currency, country), allowance: undefined }
        : { limits: roundLimits(data, currency), allowance: readAllowance(data, currency) },
    [data, method, currency, country],
  );
  const isAnswered = data !== undefined;
  const isLoading = !isAnswered && isFetching;
  return { ...limits, isAnswered, isLoading, error, retry: () => void refetch() };
}
