import { decimalsOf, type FieldOf, formatSymbol } from '@kassa/contract';
import type { ChangeEvent, CompositionEvent } from 'react';
import card from '../../ui/card.module.css';
import type { FieldInputProps } from '../shared/field.ts';
import { rewriteInPlace } from '../shared/rewrite-in-place.ts';
import { AmountChips } from './amount-chips.tsx';
import { AmountHint } from './amount-hint.tsx';
import styles from './amount-input.module.css';
import { limitInput } from './limit-input.ts';

/**
 * The number of characters that fit in large letters into a narrow frame. Longer amounts are
 * smaller.
 */
const largeLength = 9;

/**
 * A large amount with quick picks under its label; below it the range or the error (§5). An
 * existing deposit shows the amount alone. Text from any keyboard or clipboard is restricted to an
 * amount in place.
 */
export function AmountInput(props: FieldInputProps<FieldOf<'amount'>>) {
  const { definition, id, describedBy, label, text, onChange, context, error, isDisabled } = props;
  const { currency, locale, limits } = context;
  const isOpen = props.isLocked !== true;
  const noteId = isOpen ? `${id}-amount-note` : undefined;
  const rules = { currency, locale, max: limits.max };

  const handleChange = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { isComposing = false } = nativeEvent as Partial<InputEvent>;
    const limit = (after: string) => limitInput(text, after, nativeEvent, rules);
    onChange(rewriteInPlace(currentTarget, limit, isComposing), 'typed');
  };
  const handleComposed = ({ currentTarget, nativeEvent }: CompositionEvent<HTMLInputElement>) => {
    const limit = (after: string) => limitInput(text, after, nativeEvent, rules);
    onChange(rewriteInPlace(currentTarget, limit, false), 'typed');
  };

  return (
    <div className={`${card.card} ${styles.amount}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div
        className={styles.value}
        data-invalid={error !== null || undefined}
        data-long={text.length > largeLength || undefined}
        data-locked={!isOpen || undefined}
      >
        {/* As wide as its text: browsers without `field-sizing` measure a copy of it. */}
        <span className={styles.sizer} data-text={text || '0'}>
          <input
            id={id}
            name={definition.name}
            className={styles.input}
            inputMode={decimalsOf(currency) === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            dir="ltr"
            placeholder="0"
            value={text}
            disabled={isDisabled}
            aria-invalid={error !== null || undefined}
            aria-describedby={[describedBy, noteId].filter(Boolean).join(' ') || undefined}
            aria-required
            onChange={handleChange}
            onCompositionEnd={handleComposed}
            onFocus={props.onFocus}
            onBlur={props.onBlur}
          />
        </span>
        <span className={styles.currency} aria-hidden="true">
          {formatSymbol(currency, locale)}
        </span>
      </div>
      {isOpen && (
        <>
          <AmountChips {...props} />
          <p className={error === null ? styles.hint : styles.error} id={noteId} role="status">
            {error ?? <AmountHint context={context} />}
          </p>
        </>
      )}
    </div>
  );
}
