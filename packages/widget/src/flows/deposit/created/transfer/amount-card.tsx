import type { DepositSummary, Money, PaymentMethod } from '@kassa/contract';
import { CopyButton } from '../../../../features/copy/copy-button.tsx';
import { resolveName, type Text, useMoney, useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import cards from '../../../../ui/card.module.css';
import { Icon } from '../../../../ui/icon.tsx';
import sums from '../../../../ui/sum.module.css';
import { resolveProcessed, resolveSum } from '../saved-sheet/resolve-sum.ts';
import styles from './transfer.module.css';

interface AmountCardProps {
  deposit: DepositSummary;
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
  /** The sum to pay. */
  amount: Money;
  /** What the payment is processed with, where the provider says so. */
  processing: Money | null;
  /** The player types the sum: their code doesn't contain it. */
  isTyped: boolean;
}

/** The sum to pay, and why it isn't the one that the player asked for. */
export function AmountCard({ deposit, method, amount, processing, isTyped }: AmountCardProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const shown = money(amount.amount, amount.currency);
  const label = text('payment.amount');
  const notes = explainSum(deposit, amount, processing, { text, money });
  if (notes.length === 0 && isTyped) notes.push(text('payment.exact'));
  return (
    <section className={`${cards.card} ${styles.card}`}>
      {method !== undefined && (
        <p className={styles.method}>
          <Icon id={method.iconIds[0]} name={method.text.en ?? method.name} size="inline" />
          <span>{resolveName(method.text, locale.tag)}</span>
        </p>
      )}
      <dl className={styles.list}>
        <div className={styles.amount}>
          <dt className={styles.label}>{label}</dt>
          <dd
            className={`${sums.sum} ${styles.sum}`}
            data-long={shown.length > longestInLarge || undefined}
          >
            {shown}
          </dd>
          <dd className={styles.copySum}>
            <CopyButton value={amount.amount} label={text('copy.label', { name: label })} />
          </dd>
          {notes.map((note) => (
            <dd className={styles.note} key={note}>
              {note}
            </dd>
          ))}
        </div>
      </dl>
    </section>
  );
}

/** Longer sums are smaller: they fit into one line on the smallest phones. */
const longestInLarge = 13;

interface Words {
  text: Text;
  money: ReturnType<typeof useMoney>;
}

/** Explains a sum that differs from the one that the player asked for. */
function explainSum(
  deposit: DepositSummary,
  sum: Money,
  processing: Money | null,
  { text, money }: Words,
): string[] {
  const say = (one: Money) => money(one.amount, one.currency);
  const { asked } = resolveSum(deposit, sum);
  const processed = resolveProcessed(deposit, processing);
  return [
    ...(asked === null ? [] : [text('payment.sum.other', { asked: say(asked) })]),
    ...(processed === null
      ? []
      : [
          text('payment.sum.processed', {
            asked: say(processed.asked),
            processed: say(processed.processed),
          }),
        ]),
  ];
}
