import type { FieldOf } from '@kassa/contract';
import { buildPaymentMethod } from '@kassa/test-kit';
import { useId, useState } from 'react';
import { useText } from '../../../i18n/text.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import type { FormContext } from '../../shared/field.ts';
import { sayWords } from '../../shared/say-words.ts';
import { AmountSummary } from '../amount-summary.tsx';
import { field } from '../field.ts';

interface AmountStageProps extends Partial<Omit<FormContext, 'locale'>> {
  definition?: Partial<FieldOf<'amount'>>;
  /** The initial value, a decimal. */
  value?: string;
  isDisabled?: boolean;
  isLocked?: boolean;
  accountCurrency?: string;
  bonusText?: string;
  /** Called at each change. */
  onChange?: (text: string, origin: 'typed' | 'chosen') => void;
}

/** An amount field as a form shows it, validated at once, for stories and tests. */
export function AmountStage({
  definition: part = {},
  value = '',
  isLocked = false,
  isDisabled = isLocked,
  accountCurrency,
  bonusText,
  onChange,
  ...known
}: AmountStageProps) {
  const say = useText();
  const locale = useLocale();
  const id = useId();
  const context: FormContext = {
    method: buildPaymentMethod({ amount_rules: { BDT: { min: '200', max: '25000' } } }),
    currency: 'BDT',
    country: 'bd',
    limits: { min: '200', max: '25000' },
    ...known,
    locale,
  };
  const definition: FieldOf<'amount'> = { type: 'amount', name: 'amount', ...part };
  const [text, setText] = useState(() => field.format(value, definition, context));
  const amount = field.normalize(text, definition);
  const fault = field.validate(amount, definition, context);
  const words = fault === null || fault instanceof Promise || text === '' ? null : fault.words;
  const label = say('form.amountInput.label');
  const error = words === null ? null : sayWords(words, label, say, locale);
  return (
    <>
      <field.Input
        definition={definition}
        id={id}
        describedBy={undefined}
        label={label}
        text={text}
        onChange={(next, origin) => {
          setText(next);
          onChange?.(next, origin);
        }}
        onFocus={() => {}}
        onBlur={() => {}}
        context={context}
        error={error}
        isDisabled={isDisabled}
        isLocked={isLocked}
      />
      <AmountSummary
        method={context.method}
        currency={context.currency}
        amount={amount}
        accountCurrency={accountCurrency}
        bonusText={bonusText}
      />
    </>
  );
}
