import type { DepositSummary, Money, Requisite } from '@kassa/contract';
import {
  LoadingRows,
  plainName,
  RequisiteList,
  RequisiteRow,
  RequisiteRows,
} from '../../../features/requisites/requisite-list.tsx';
import { keepLeftToRight } from '../../../i18n/keep-left-to-right.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { resolveProcessed, resolveSum } from './invoice/resolve-sum.ts';
import styles from './payment-facts.module.css';

interface PaymentFactsProps {
  deposit: DepositSummary;
  /** The sum to pay, where it isn't the deposit's own. */
  amount?: Money;
  /** Null while they are being decrypted. */
  requisites?: readonly Requisite[] | null;
  /** What the payment is processed with, where the provider says so. */
  processing?: Money | null;
  /** The payment can't be made any more. */
  isOver?: boolean;
}

/** As many rows as most accounts have: bank, number, recipient. */
const usualRows = 3;

/**
 * The exact amount to pay and the payment details. The deposit's reference is for support alone, and so
 * small and without a button: of two references to copy the player might send the wrong one.
 */
export function PaymentFacts({
  deposit,
  amount = { amount: deposit.charged ?? deposit.amount, currency: deposit.currency },
  requisites = [],
  processing = null,
  isOver = false,
}: PaymentFactsProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { asked } = resolveSum(deposit, amount);
  const shown = money(amount.amount, amount.currency);
  const otherSum = () =>
    asked === null || isOver
      ? null
      : text('payment.otherAmount', { amount: shown, asked: money(asked.amount, asked.currency) });
  const tip = useSumTip(deposit, amount, processing);
  const hasOwn = requisites?.some(({ value }) => value.includes(deposit.reference)) ?? true;
  return (
    <>
      <RequisiteList>
        <RequisiteRow
          label={text(isOver ? 'complete.amount' : 'payment.amount')}
          shown={shown}
          copied={isOver ? null : amount.amount}
          isLarge
          note={otherSum()}
          tip={isOver ? null : tip}
        />
        {requisites === null ? (
          <LoadingRows count={usualRows} />
        ) : (
          <RequisiteRows requisites={requisites} />
        )}
      </RequisiteList>
      {!hasOwn && (
        <p className={styles.support}>
          {text('reference.support', { reference: keepLeftToRight(deposit.reference, locale) })}
        </p>
      )}
    </>
  );
}

/** Returns why the sum isn't the amount that the player asked for; null where it is. */
function useSumTip(deposit: DepositSummary, sum: Money, processing: Money | null): string | null {
  const text = useText();
  const money = useMoney();
  const say = (one: Money) => money(one.amount, one.currency);
  const processed = resolveProcessed(deposit, processing);
  if (processed !== null) {
    const { asked } = processed;
    return text('payment.sum.processed', {
      asked: say(asked),
      processed: say(processed.processed),
    });
  }
  const { asked } = resolveSum(deposit, sum);
  return asked && text('payment.sum.other', { asked: say(asked), amount: say(sum) });
}

/** The names of the details by which a payment is told from others. */
const ownReferences: ReadonlySet<string> = new Set([
  'reference',
  'paymentReference',
  'transactionDescription',
  'description',
]);

/** Whether payment details have a reference of their own, or contain the deposit's. */
export function hasReference(
  requisites: readonly Requisite[],
  { reference }: DepositSummary,
): boolean {
  return requisites.some(
    ({ name, value }) => ownReferences.has(plainName(name)) || value.includes(reference),
  );
}
