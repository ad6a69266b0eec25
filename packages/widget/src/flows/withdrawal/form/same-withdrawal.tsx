import { compareDecimals, type Decimal, type PaymentMethod } from '@kassa/contract';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { usePendingWithdrawals } from '../use-withdrawal-list.ts';

interface SameWithdrawalProps {
  method: PaymentMethod;
  currency: string;
  /** `0` where the input is empty. */
  amount: Decimal;
}

/**
 * Tells that a withdrawal with the same method and amount is under way. After a reload it may be the
 * one whose outcome the player never saw.
 */
export function SameWithdrawal({ method, currency, amount }: SameWithdrawalProps) {
  const text = useText();
  const money = useMoney();
  const isThere = usePendingWithdrawals().some(
    (one) =>
      one.paymentMethod === method.name &&
      one.currency === currency &&
      compareDecimals(one.amount, amount) === 0,
  );
  const words = isThere ? text('withdrawal.form.same', { amount: money(amount, currency) }) : '';
  return (
    <>
      <Announcement>{words}</Announcement>
      {isThere && <Notice tone="warn">{words}</Notice>}
    </>
  );
}
