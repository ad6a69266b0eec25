import type { DepositSummary, Money, Requisite } from '@kassa/contract';
import {
  plainName,
  RequisiteList,
  RequisiteRow,
} from '../../../features/requisites/requisite-list.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';
import { SupportReference } from './support-reference.tsx';

interface PaymentFactsProps {
  deposit: DepositSummary;
  /** The sum, where it isn't the deposit's own. */
  amount?: Money;
}

/** What is left of a payment that can't be made any more: its sum and its reference. */
export function PaymentFacts({
  deposit,
  amount = { amount: deposit.charged ?? deposit.amount, currency: deposit.currency },
}: PaymentFactsProps) {
  const text = useText();
  const money = useMoney();
  return (
    <>
      <RequisiteList>
        <RequisiteRow
          label={text('complete.amount')}
          shown={money(amount.amount, amount.currency)}
          copied={null}
          isLarge
        />
      </RequisiteList>
      <SupportReference deposit={deposit} />
    </>
  );
}

/** The names of the details by which a payment is told from others. */
const ownReferences: ReadonlySet<string> = new Set([
  'reference',
  'paymentReference',
  'transactionDescription',
  'description',
]);

/** Whether a detail tells a payment from others, by its name. */
export function isOwnReference(name: string): boolean {
  return ownReferences.has(plainName(name));
}

/** Whether payment details have a reference of their own, or contain the deposit's. */
export function hasReference(
  requisites: readonly Requisite[],
  { reference }: DepositSummary,
): boolean {
  return requisites.some(({ name, value }) => isOwnReference(name) || value.includes(reference));
}
