import { type AmountProblem, formatMoney, parseAmount, validateAmount } from '@kassa/contract';
import type { Message } from '../../i18n/text.ts';
import type { Field, FormContext } from '../field.ts';
import { AmountInput } from './amount-input.tsx';

/** How much the player pays (§5). Its value is a decimal, `0` where the text is none. */
export const field: Field = {
  Input: AmountInput,
  normalize: parseAmount,
  validate: (value, context) => {
    const problem = validateAmount(value, context.currency, context.limits);
    return problem === null ? null : { message: describeProblem(problem, context) };
  },
  serialize: (value) => value,
};

function describeProblem(
  problem: AmountProblem,
  { currency, locale }: FormContext,
): Message | null {
  const format = (amount: string) => formatMoney({ amount, currency }, locale, { trimZeros: true });
  switch (problem.kind) {
    case 'belowMin':
      return { key: 'form.amountInput.limit.min', params: { amount: format(problem.limit) } };
    case 'aboveMax':
      return { key: 'form.amountInput.limit.max', params: { amount: format(problem.limit) } };
    case 'tooManyDecimals':
      return { key: 'form.amountInput.decimals', params: { decimals: problem.decimals } };
    case 'notAnAmount':
      return { key: 'form.amountInput.empty' };
    // No other amount helps: the line below the box says so from the start.
    case 'nothingLeft':
    case 'limitsUnknown':
      return null;
  }
}
