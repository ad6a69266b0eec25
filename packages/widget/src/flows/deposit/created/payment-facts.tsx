import type { DepositSummary, Money, Requisite } from '@kassa/contract';
import {
  RequisiteList,
  RequisiteRow,
  RequisiteRows,
} from '../../../features/requisites/requisite-list.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';

interface PaymentFactsProps {
  deposit: DepositSummary;
  /** What is to be paid, where that isn't the deposit's own amount. */
  amount?: Money;
  requisites?: readonly Requisite[];
  /** Nothing is to be paid any more. */
  isOver?: boolean;
}

/** What is to be paid, exactly, to whom, and the id for support. */
export function PaymentFacts({
  deposit,
  amount = deposit,
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
      <RequisiteRow
        label={text('reference.label')}
        shown={<bdi>{deposit.reference}</bdi>}
        copied={deposit.reference}
      />
    </RequisiteList>
  );
}
