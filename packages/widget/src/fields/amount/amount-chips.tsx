import {
  chooseQuickAmounts,
  compareDecimals,
  type Decimal,
  type FieldOf,
  formatAmount,
  formatForInput,
  parseAmount,
} from '@kassa/contract';
import { useText } from '../../i18n/text.ts';
import type { FieldInputProps } from '../shared/field.ts';
import styles from './amount-chips.module.css';

/** The most characters of all labels that fit in one row of the narrowest frames, and of a phone. */
const rowLength = { narrow: 20, phone: 28 };

/** The quick picks of an amount (§5); nothing where there are none. */
export function AmountChips({
  text: typed,
  onChange,
  context,
  isDisabled,
}: FieldInputProps<FieldOf<'amount'>>) {
  const text = useText();
  const { everything } = context;
  const format = (amount: Decimal) =>
    formatAmount({ amount, currency: context.currency }, context.locale);
  const chips = chooseQuickAmounts(context.method, context)
    .filter((amount) => everything === undefined || compareDecimals(amount, everything) !== 0)
    .map((amount) => ({ amount, label: format(amount) }));
  if (everything !== undefined) {
    const label = text('form.amountInput.everything', { amount: format(everything) });
    chips.push({ amount: everything, label });
  }
  if (chips.length === 0) return null;
  return (
    <fieldset
      className={styles.chips}
      aria-label={text('form.amountInput.chips')}
      disabled={isDisabled}
      data-count={chips.length}
      data-fits={describeRow(chips)}
    >
      {chips.map(({ amount, label }) => (
        <button
          key={amount}
          type="button"
          className={styles.chip}
          aria-pressed={compareDecimals(parseAmount(typed), amount) === 0}
          onClick={() => onChange(formatForInput(amount, context), 'chosen')}
        >
          {/* An older browser formats amounts a little differently than the server. */}
          <bdi suppressHydrationWarning>{label}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

function describeRow(chips: readonly { label: string }[]): keyof typeof rowLength | undefined {
  const length = chips.reduce((sum, { label }) => sum + label.length, 0);
  if (length <= rowLength.narrow) return 'narrow';
  return length <= rowLength.phone ? 'phone' : undefined;
}
