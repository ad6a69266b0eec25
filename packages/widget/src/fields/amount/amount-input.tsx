import {
  type AmountLimits,
  compareDecimals,
  formatDecimal,
  formatMoney,
  parseAmount,
} from '@kassa/contract';
import { useId } from 'react';
import { useMoney, useText } from '../../i18n/text.ts';
import card from '../../ui/card.module.css';
import type { FieldInputProps } from '../field.ts';
import styles from './amount-input.module.css';
import { limitTyping } from './limit-typing.ts';

/** A large amount with quick picks, and the range below it or what is wrong. */
export function AmountInput(props: FieldInputProps) {
  const { text: typed, onChange, onBlur, context, error } = props;
  const { currency, limits, chips, locale } = context;
  const text = useText();
  const id = useId();
  const noteId = useId();

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
          onChange={(event) => onChange(limitTyping(event.currentTarget.value, currency), 'typed')}
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

function AmountChips({ text: typed, onChange, context }: FieldInputProps) {
  const text = useText();
  const { chips, locale } = context;
  return (
    <fieldset className={styles.chips} aria-label={text('form.amountInput.chips')}>
      {chips.map((chip) => (
        <button
          key={chip}
          type="button"
          className={styles.chip}
          aria-pressed={compareDecimals(parseAmount(typed), chip) === 0}
          onClick={() => onChange(chip, 'chip')}
        >
          <bdi>{formatDecimal(chip, locale)}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

function AmountRange({ limits, currency }: { limits: AmountLimits; currency: string }) {
  const text = useText();
  const money = useMoney();
  if (compareDecimals(limits.max, '0') <= 0) return text('form.amountInput.limitsUnknown');
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
