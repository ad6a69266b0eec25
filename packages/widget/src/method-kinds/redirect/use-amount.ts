import { compareDecimals, type PaymentMethod } from '@kassa/contract';
import { useState } from 'react';
import type { FieldInputProps, FormContext } from '../../fields/field.ts';
import { resolveField } from '../../fields/registry.ts';
import { useLimits } from '../../flows/deposit/deposit.queries.ts';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';

/** As many as §5 chooses, which two rows hold. */
const mostChips = 5;

const { Input, normalize, validate, serialize } = resolveField('amount');

/** The amount of a form: what was typed, whether it may be paid, and what to say of it. */
export function useAmount(method: PaymentMethod, currency: string) {
  const text = useText();
  const { locale } = useSession();
  const limits = useLimits(method, currency);
  const [typed, setTyped] = useState('');
  const [isFromChip, setIsFromChip] = useState(false);
  // What is wrong is said once the player has left the field, or has pressed the button (§4 "Form").
  const [isTouched, setIsTouched] = useState(false);

  const isWithin = (amount: string) =>
    compareDecimals(amount, limits.min) >= 0 && compareDecimals(amount, limits.max) <= 0;
  const chips = (method.recommendedAmounts ?? []).filter(isWithin).slice(0, mostChips);
  const context: FormContext = { currency, limits, chips, locale: locale.format };
  const value = normalize(typed);
  const problem = validate(value, context);
  const message = isTouched ? (problem?.message ?? null) : null;

  const inputProps: FieldInputProps = {
    text: typed,
    onChange: (next, origin) => {
      setTyped(next);
      setIsFromChip(origin === 'chip');
      if (origin === 'chip') setIsTouched(true);
    },
    onBlur: () => setIsTouched(typed !== ''),
    context,
    error: message === null ? null : text(message.key, message.params),
  };

  return {
    Input,
    inputProps,
    value,
    isFromChip,
    isValid: problem === null,
    /** With unknown limits, or such as leave nothing, nothing can be paid (design §3.1). */
    canSubmit: problem === null || problem.message !== null,
    /** The amount as it goes over the wire; null, with its reason shown, when it may not be paid. */
    submit: (): string | null => {
      setIsTouched(true);
      return problem === null ? serialize(value) : null;
    },
  };
}
