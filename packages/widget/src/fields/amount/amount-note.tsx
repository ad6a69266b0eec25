import { type AmountRefusal, decimalsOf, type FieldOf, parseAmount } from '@kassa/contract';
import { useMoney, useText } from '../../i18n/text.ts';
import type { FieldInputProps } from '../shared/field.ts';
import { AmountHint } from './amount-hint.tsx';
import styles from './amount-input.module.css';

interface AmountNoteProps
  extends Pick<FieldInputProps<FieldOf<'amount'>>, 'text' | 'context' | 'error'> {
  id: string | undefined;
  refusal: AmountRefusal | undefined;
}

/**
 * The line below an amount: the error, or else the range. What was refused, or isn't complete,
 * replaces both at once, as the player is typing it.
 */
export function AmountNote({ id, refusal, text: typed, context, error }: AmountNoteProps) {
  const typing = useTypingNote(typed, context.currency, refusal);
  const isError = refusal === undefined && error !== null;
  return (
    // An older browser formats amounts a little differently than the server.
    <p
      className={isError ? styles.error : styles.hint}
      id={id}
      role="status"
      suppressHydrationWarning
    >
      {typing ?? error ?? <AmountHint context={context} />}
    </p>
  );
}

/** Says what was refused, with the amount that was read, or how an amount can be completed. */
function useTypingNote(typed: string, currency: string, refusal: AmountRefusal | undefined) {
  const text = useText();
  const money = useMoney();
  const decimals = decimalsOf(currency);
  if (refusal !== undefined) {
    const amount = money(parseAmount(typed), currency);
    return text(`form.amountInput.refused.${refusal.kind}`, { amount, decimals });
  }
  // Without decimals a mark waits for the third digit of its group.
  const [, whole, group] = /^([1-9]\d*)[.,](\d{1,2})$/.exec(typed) ?? [];
  if (decimals > 0 || whole === undefined || group === undefined) return null;
  return text('form.amountInput.whole', {
    amount: money(whole, currency),
    grouped: money(whole + group.padEnd(3, '0'), currency),
  });
}
