import {
  amountFieldRules,
  type CallResponse,
  chooseQuickAmounts,
  type Decimal,
  methodLimits,
  type PaymentMethod,
  validateAmount,
  validateLimits,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { depositListQuery } from '../unfinished.queries.ts';

interface PaidFrom {
  method: PaymentMethod;
  currency: string;
  country: string;
}

/**
 * Returns the initial amount of a form, besides the method's own `prefilledAmount`: of a one-click
 * method the amount of the last payment with it, or else the first quick pick (§9 "one-click
 * flow").
 */
export function useStartAmount({ method, currency, country }: PaidFrom): {
  isLoading: boolean;
  amount: Decimal | undefined;
} {
  const { transport } = useSession();
  const isWanted = method.oneClick === true && method.prefilledAmount?.[currency] === undefined;
  const { data, isPending } = useQuery({
    ...depositListQuery(transport),
    enabled: isWanted,
    // A quick pick is good enough without the list.
    retry: false,
  });
  const isLoading = isWanted && isPending;
  // The amount stays as it was when the form came up, even if the list changes.
  const [settled, setSettled] = useState<{ amount: Decimal | undefined }>();
  if (!isWanted) return { isLoading: false, amount: undefined };
  if (settled === undefined && !isLoading) {
    setSettled({ amount: chooseStartAmount({ method, currency, country }, data?.deposits ?? []) });
  }
  return { isLoading: settled === undefined, amount: settled?.amount };
}

/** Returns the initial amount of a one-click form; undefined where no amount may be paid. */
function chooseStartAmount(
  { method, currency, country }: PaidFrom,
  deposits: CallResponse<'deposit-list'>['deposits'],
): Decimal | undefined {
  const limits = methodLimits(method, currency, country);
  if (validateLimits(limits) !== null) return undefined;
  const last = deposits.find(
    (deposit) => deposit.paymentMethod === method.name && deposit.currency === currency,
  );
  const rules = amountFieldRules(method);
  const isPayable = (amount: Decimal) => validateAmount(amount, currency, limits, rules) === null;
  if (last !== undefined && isPayable(last.amount)) return last.amount;
  return chooseQuickAmounts(method, { currency, country, limits })[0];
}
