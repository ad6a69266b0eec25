import {
  amountFieldRules,
  type CallResponse,
  chooseQuickAmounts,
  type Decimal,
  methodLimits,
  type PaymentMethod,
  validateAmount,
} from '@kassa/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from '../../../routing/use-router.ts';
import { type Session, useSession } from '../../../session/session.ts';
import { useMethods } from '../deposit.queries.ts';
import { findLastAmount } from '../last-payment.ts';
import { depositListQuery } from '../unfinished.queries.ts';

interface PaidFrom {
  method: PaymentMethod;
  currency: string;
  country: string;
}

interface Chosen extends PaidFrom {
  /** The player chose the method in the list of a group. */
  isInGroup: boolean;
  /** The player's last paid deposit was with the method. */
  isLast: boolean;
}

interface StartAmounts {
  isLoading: boolean;
  /** The initial amount, besides the method's own `prefilledAmount`. */
  startAmount?: Decimal | undefined;
  /** The amount of the player's last deposit in the currency. */
  lastAmount: Decimal | undefined;
}

/**
 * Returns the amounts that a form offers. It starts with the player's last amount in the currency if
 * the method is the one used last. A one-click method without an amount of its own starts with that
 * of the last payment with it, or else with the first quick pick (§9 "one-click flow"). A method from
 * a group's list starts with the first quick pick, too: the group took a tap already. Where there is
 * none, it is the lowest amount.
 */
export function useStartAmount(paidFrom: PaidFrom): StartAmounts {
  const { method, currency } = paidFrom;
  const session = useSession();
  const queryClient = useQueryClient();
  const isInGroup = useSearch().group !== undefined;
  const isLast = useMethods().catalogue?.lastPaid?.paymentMethod === method.name;
  // The amounts stay as they were when the form came up, or its currency was chosen.
  const find = () => ({
    currency,
    last: findLast({ ...paidFrom, isInGroup, isLast }, session, queryClient),
  });
  const [known, setKnown] = useState(find);
  const found = known.currency === currency ? known : find();
  if (found !== known) setKnown(found);
  const { last } = found;
  const isWanted =
    method.oneClick === true &&
    method.prefilledAmount?.[currency] === undefined &&
    last.startAmount === undefined;
  const { data, isPending } = useQuery({
    ...depositListQuery(session.transport),
    enabled: isWanted,
    // A quick pick is good enough without the list.
    retry: false,
  });
  const isLoading = isWanted && isPending;
  const [settled, setSettled] = useState<{ amount: Decimal | undefined }>();
  if (!isWanted) return { isLoading: false, ...last };
  if (settled === undefined && !isLoading) {
    setSettled({ amount: chooseStartAmount(paidFrom, data?.deposits ?? []) });
  }
  return { ...last, isLoading: settled === undefined, startAmount: settled?.amount };
}

function findLast(
  { isInGroup, isLast, ...paidFrom }: Chosen,
  session: Session,
  queryClient: QueryClient,
) {
  const { method, currency } = paidFrom;
  const lastAmount = findLastAmount(session, queryClient, currency);
  if (isLast && lastAmount !== undefined && isPayable(lastAmount, paidFrom)) {
    return { lastAmount, startAmount: lastAmount };
  }
  const hasOwnStart = method.oneClick === true || method.prefilledAmount?.[currency] !== undefined;
  const startAmount = isInGroup && !hasOwnStart ? firstPick(paidFrom, lastAmount) : undefined;
  return { lastAmount, startAmount };
}

function isPayable(amount: Decimal, { method, currency, country }: PaidFrom): boolean {
  const limits = methodLimits(method, currency, country);
  return validateAmount(amount, currency, limits, amountFieldRules(method)) === null;
}

/** Returns the initial amount of a one-click form; undefined where no amount may be paid. */
function chooseStartAmount(
  paidFrom: PaidFrom,
  deposits: CallResponse<'deposit-list'>['deposits'],
): Decimal | undefined {
  const { method, currency } = paidFrom;
  const last = deposits.find(
    (deposit) => deposit.paymentMethod === method.name && deposit.currency === currency,
  );
  if (last !== undefined && isPayable(last.amount, paidFrom)) return last.amount;
  return firstPick(paidFrom);
}

/**
 * Returns the first of the amounts that the form offers, or the lowest where it offers none;
 * undefined where no amount may be paid.
 */
export function firstPick(paidFrom: PaidFrom, lastAmount?: Decimal): Decimal | undefined {
  const { method, currency, country } = paidFrom;
  const limits = methodLimits(method, currency, country);
  const [pick = limits.min] = chooseQuickAmounts(method, { currency, country, limits, lastAmount });
  return isPayable(pick, paidFrom) ? pick : undefined;
}
