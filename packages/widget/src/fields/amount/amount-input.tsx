import { decimalsOf, type FieldOf, formatSymbol, isSymbolFirst } from '@kassa/contract';
import { type MouseEvent, useRef } from 'react';
import card from '../../ui/card.module.css';
import type { FieldInputProps } from '../shared/field.ts';
import { AmountChips } from './amount-chips.tsx';
import styles from './amount-input.module.css';
import { AmountNote } from './amount-note.tsx';
import { useAmountText } from './use-amount-text.ts';
import { useFirstSelection } from './use-first-selection.ts';

/**
 * The number of characters that fit in large letters into a narrow frame. Longer amounts are
 * smaller.
 */
const largeLength = 9;

/**
 * A large amount with quick picks under its label; below it the range, the error or what
 * was refused (§5). An existing deposit shows the amount alone. The currency stands where the language puts it.
 */
export function AmountInput(props: FieldInputProps<FieldOf<'amount'>>) {
  const { definition, id, describedBy, label, context, error, isDisabled } = props;
  const { currency, locale, limits } = context;
  const isOpen = props.isLocked !== true;
  const noteId = isOpen ? `${id}-amount-note` : undefined;
  const input = useRef<HTMLInputElement>(null);
  const selection = useFirstSelection(input, props.text);
  const { value, refusal, ...handlers } = useAmountText({
    text: props.text,
    onChange: (next) => {
      selection.onTyped(next);
      props.onChange(next, 'typed');
    },
    rules: { currency, locale, max: limits.max },
  });
  const isFirst = isSymbolFirst(currency, locale);
  const symbol = (
    <span className={styles.currency} aria-hidden="true" suppressHydrationWarning>
      {formatSymbol(currency, locale)}
    </span>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input itself takes the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      className={`${card.card} ${styles.amount}`}
      data-open={(isOpen && !isDisabled) || undefined}
      // The focus stays in the input: it was left otherwise, and its errors shown.
      onMouseDown={(event) => !isOnControl(event) && event.preventDefault()}
      onClick={(event) => !isOnControl(event) && selection.focus()}
    >
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div
        className={styles.value}
        data-invalid={error !== null || undefined}
        data-long={value.length > largeLength || undefined}
        data-locked={!isOpen || undefined}
      >
        {isFirst && symbol}
        {/* As wide as its text: browsers without `field-sizing` measure a copy of it. */}
        <span className={styles.sizer} data-text={value || '0'}>
          <input
            ref={input}
            id={id}
            name={definition.name}
            className={styles.input}
            inputMode={decimalsOf(currency) === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            dir="ltr"
            placeholder="0"
            value={value}
            disabled={isDisabled}
            aria-invalid={error !== null || undefined}
            aria-describedby={[describedBy, noteId].filter(Boolean).join(' ') || undefined}
            aria-required
            {...handlers}
            onFocus={() => {
              selection.onFocus();
              props.onFocus();
            }}
            onClick={selection.onClick}
            onBlur={() => {
              handlers.onBlur();
              props.onBlur();
            }}
          />
        </span>
        {!isFirst && symbol}
      </div>
      {isOpen && (
        <>
          <AmountChips {...props} />
          <AmountNote {...props} id={noteId} refusal={refusal} />
        </>
      )}
    </div>
  );
}

/** Whether a press is on something that takes presses itself. */
const isOnControl = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('button, input, label, a') !== null;
