import type { DepositSummary, Money, Requisite } from '@kassa/contract';
import {
  RequisiteList,
  RequisiteRow,
  RequisiteRows,
} from '../../../features/requisites/requisite-list.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';

interface PaymentFactsProps {
  deposit: DepositSummary;
  /** The sum to pay, where it isn't the deposit's own. */
  amount?: Money;
  requisites?: readonly Requisite[];
  /** The payment can't be made any more. */
  isOver?: boolean;
}

/**
 * The exact amount to pay, the payment details, and the reference for support, unless the payment
 * has a reference of its own: of two the player might send the wrong one.
 */
export function PaymentFacts({
  deposit,
  amount = { amount: deposit.charged ?? deposit.amount, currency: deposit.currency },
  requisites = [],
  isOver = false,
}: PaymentFactsProps) {
  const text = useText();
  const money = useMoney();
  return (
    <RequisiteList>
      <RequisiteRow
        label={text(isOver ? 'complete.amount' : 'payment.amount')}
        shown={money(amount.amount, amount.currency)}
        copied={isOver ? null : amount.amount}
        isLarge
      />
      <RequisiteRows requisites={requisites} />
      {!requisites.some(isReference) && (
        <RequisiteRow
          label={text('reference.label')}
          shown={<bdi dir="ltr">{deposit.reference}</bdi>}
          copied={deposit.reference}
        />
      )}
    </RequisiteList>
  );
}

function isReference({ name }: Requisite): boolean {
  return name === 'reference';
}
