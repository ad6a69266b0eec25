import {
  type AmountLimits,
  compareDecimals,
  formatDecimal,
  formatMoney,
  judgeLimits,
  parseAmount,
} from '@kassa/contract';
import { type ChangeEvent, useId } from 'react';
import { useMoney, useText } from '../../i18n/text.ts';
import card from '../../ui/card.module.css';
import type { FieldInputProps } from '../field.ts';
import styles from './amount-input.module.css';
import { limitTyping, type TypingRules } from './limit-typing.ts';

/** A large amount with quick picks, and the range below it or what is wrong. */
export function AmountInput(props: FieldInputProps) {
  const { text: typed, onChange, onBlur, context, error } = props;
  const { currency, limits, chips, locale } = context;
  const text = useText();
  const id = useId();
  const noteId = useId();
  const rules: TypingRules = { currency, locale, max: limits.max };

  function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    onChange(keepTyping(input, rules), 'typed');
  }

  return (
    <div className={`${card.card} ${styles.amount}`}>
      <label className={styles.label} htmlFor={id}>
        {text('form.amountInput.label')}
      </label>
      <div className={styles.value} data-invalid={error !== null || undefined}>
        <input
          id={id}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          dir="ltr"
          maxLength={24}
          placeholder="0"
          value={typed}
          aria-invalid={error !== null || undefined}
          aria-describedby={noteId}
          onChange={handleChange}
          onBlur={onBlur}
        />
        <span className={styles.currency} aria-hidden="true">
          {currencyLabel(currency, locale)}
        </span>
      </div>
      {chips.length > 0 && <AmountChips {...props} />}
      <p className={error === null ? styles.hint : styles.error} id={noteId} role="status">
        {error ?? <AmountRange limits={limits} currency={currency} />}
      </p>
    </div>
  );
}

/**
 * Limits what stands in the box, in place: left to React's next render, the caret would go to the
 * end whenever something in the middle was changed.
 */
function keepTyping(input: HTMLInputElement, rules: TypingRules): string {
  const typed = input.value;
  const kept = limitTyping(typed, rules);
  if (kept === typed) return kept;
  const caret = limitTyping(typed.slice(0, input.selectionStart ?? typed.length), rules).length;
  input.value = kept;
  input.setSelectionRange(caret, caret);
  return kept;
}

/** Labels longer than this need more room than a quarter of a narrow frame. */
const shortLabelLength = 6;

function AmountChips({ text: typed, onChange, context }: FieldInputProps) {
  const text = useText();
  const { chips, currency, limits, locale } = context;
  const labels = chips.map((chip) => formatDecimal(chip, locale));
  return (
    <fieldset
      className={styles.chips}
      aria-label={text('form.amountInput.chips')}
      data-count={chips.length}
      data-long={labels.some(({ length }) => length > shortLabelLength) || undefined}
    >
      {chips.map((chip, index) => (
        <button
          key={chip}
          type="button"
          className={styles.chip}
          aria-pressed={compareDecimals(parseAmount(typed), chip) === 0}
          onClick={() => onChange(limitTyping(chip, { currency, locale, max: limits.max }), 'chip')}
        >
          <bdi>{labels[index]}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

function AmountRange({ limits, currency }: { limits: AmountLimits; currency: string }) {
  const text = useText();
  const money = useMoney();
  const problem = judgeLimits(limits);
  if (problem?.kind === 'limitsUnknown') return text('form.amountInput.limitsUnknown');
  if (problem?.kind === 'nothingLeft') {
    const amount = money(problem.remaining, currency, { trimZeros: true });
    return text('form.amountInput.nothingLeft', { amount });
  }
  return text('form.amountInput.range', {
    min: money(limits.min, currency, { trimZeros: true }),
    max: money(limits.max, currency, { trimZeros: true }),
  });
}

/** A currency's symbol alone, as {@link formatMoney} writes it. */
function currencyLabel(currency: string, locale: string): string {
  return formatMoney({ amount: '0', currency }, locale, { trimZeros: true }).replace(
    /[\d\s.,]/g,
    '',
  );
}
