import { cardViewTypes, type PaymentMethod } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../features/failure/failure.ts';
import { savedDetailsQueryName } from '../../../features/saved-details/saved-details.query.ts';
import { continuationOf, type DepositState, unresolvedOf } from '../deposit.machine.ts';

/**
 * Provides the saved details that the player chose for a deposit. Where the server no longer takes
 * them, the fields come back.
 */
export function useChosenDetails(method: PaymentMethod, state: DepositState) {
  const queryClient = useQueryClient();
  // The same order must be sent again while its outcome is unknown.
  const [detailsId, choose] = useState(() => unresolvedOf(state)?.order.detailsId ?? null);
  const failure = state.kind === 'idle' ? state.failure : null;
  const isRefused = detailsId !== null && failure !== null && isOfDetails(failure);
  useEffect(() => {
    if (!isRefused) return;
    choose(null);
    void queryClient.invalidateQueries({ queryKey: [savedDetailsQueryName] });
  }, [isRefused, queryClient]);
  return { detailsId, choose, isOffered: takesDetails(method) && continuationOf(state) === null };
}

/** Returns whether the details were removed, or break a rule that is newer than they are. */
function isOfDetails({ code }: Failure): boolean {
  return code === 'details.notFound' || code === 'banking.paymentMethodRegex';
}

/**
 * Returns whether saved details can stand in for the fields of a method's form: a wallet's form has
 * none, and what a provider asks for in advance isn't saved.
 */
function takesDetails({ cardViewType, isPreparationRequired = false }: PaymentMethod): boolean {
  return cardViewType !== cardViewTypes.cardWalletOnly && !isPreparationRequired;
}
