import {
  type AmountLimits,
  type CallResponse,
  type ForfeitedBonus,
  methodLimits,
  type PaymentMethod,
  roundLimits,
  type Withdrawal,
} from '@kassa/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAllowance } from '../../fields/amount/read-allowance.ts';
import type { Allowance } from '../../fields/shared/field.ts';
import { type Session, useSession } from '../../session/session.ts';
import { refreshUser } from '../../session/user.query.ts';
import { useHeldWhilePressed } from '../../ui/use-held-while-pressed.ts';

/**
 * The player's withdrawals, the newest first. The list is always loaded again: withdrawals change on
 * other devices too.
 */
export function withdrawalListQuery(transport: Session['transport']) {
  return queryOptions({
    queryKey: ['withdrawal-list'],
    queryFn: ({ signal }) => transport.call('withdrawal-list', {}, { signal }),
    staleTime: 0,
  });
}

/** A withdrawal. The complete page decides how often it is loaded. */
export function withdrawalStatusQuery(transport: Session['transport'], withdrawalId: string) {
  return queryOptions({
    queryKey: ['withdrawal-status', withdrawalId],
    queryFn: ({ signal }) => transport.call('withdrawal-status', { withdrawalId }, { signal }),
    staleTime: 0,
  });
}

const coinCalls = ['sweepstake-recoup-sum', 'sweepstake-balance-get'];
const limitsQueryName = 'withdrawal-limits';

function limitsQuery({ transport }: Session, { name }: PaymentMethod, currency: string) {
  return queryOptions({
    queryKey: [limitsQueryName, name, currency],
    queryFn: ({ signal }) =>
      transport.call('withdrawal-limits', { currency, paymentMethod: name }, { signal }),
    staleTime: 30_000,
  });
}

interface Limits {
  limits: AmountLimits;
  /** The rest that the player's own lowest limit leaves, where it is below the method's maximum. */
  allowance: Allowance | undefined;
  /** The bonuses that a withdrawal forfeits now. */
  forfeitedBonuses: readonly ForfeitedBonus[];
}

/**
 * Provides the amounts that the player may withdraw with a method: the server's limits, and until
 * they are loaded the catalogue's for the country (ISO 3166-1, lower case).
 */
export function useWithdrawalLimits(
  method: PaymentMethod,
  currency: string,
  country: string,
): Limits {
  const { data: latest } = useQuery(limitsQuery(useSession(), method, currency));
  // New limits change the text below the amount, and the chips.
  const data = useHeldWhilePressed(latest);
  return useMemo(() => {
    if (data === undefined) {
      const limits = methodLimits(method, currency, country);
      return { limits, allowance: undefined, forfeitedBonuses: [] };
    }
    const { forfeitedBonuses } = data;
    const limits = roundLimits(data, currency);
    return { limits, allowance: readAllowance(data, currency), forfeitedBonuses };
  }, [data, method, currency, country]);
}

/** The Nigerian banks to which the player can withdraw (§2). */
export function banksQuery(transport: Session['transport']) {
  return queryOptions({
    queryKey: ['banks-nigeria'],
    queryFn: ({ signal }) => transport.call('banks-nigeria', {}, { signal }),
    staleTime: 60_000,
  });
}

/** Caches a withdrawal that the server has returned: as created, as canceled. */
export function cacheWithdrawal(
  queryClient: QueryClient,
  { transport }: Pick<Session, 'transport'>,
  withdrawal: Withdrawal,
): void {
  const { withdrawalId } = withdrawal;
  queryClient.setQueryData(withdrawalStatusQuery(transport, withdrawalId).queryKey, withdrawal);
  queryClient.setQueryData<CallResponse<'withdrawal-list'>>(
    withdrawalListQuery(transport).queryKey,
    (known) =>
      known && {
        withdrawals: known.withdrawals.map((one) =>
          one.withdrawalId === withdrawalId ? withdrawal : one,
        ),
      },
  );
}

/** Loads again what a new, canceled or ended withdrawal changes: balance, limits, offer, list. */
export function renewAfterWithdrawal(queryClient: QueryClient): void {
  void refreshUser(queryClient);
  void queryClient.invalidateQueries({ queryKey: ['withdrawal-list'] });
  renewPayable(queryClient);
}

/** Loads again what the player may withdraw or redeem: the limits, the offer, the coins. */
export function renewPayable(queryClient: QueryClient): void {
  const names = [limitsQueryName, 'methods-withdrawal', ...coinCalls];
  for (const name of names) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
}
