import {
  type AmountProblem,
  decimalSchema,
  formatForInput,
  formatMoney,
  parseAmount,
  validateAmount,
} from '@kassa/contract';
import type { Words } from '../../i18n/text.ts';
import { describeRule } from '../describe-problem.ts';
import type { Field, FormContext } from '../field.ts';
import { AmountInput } from './amount-input.tsx';

/** How much the player pays (§5). Its value is a decimal, `0` where the text is none. */
export const field: Field<'amount'> = {
  Input: AmountInput,
  format: (value, _definition, context) =>
    decimalSchema.safeParse(value).success ? formatForInput(value, context) : '',
  normalize: parseAmount,
  validate: (value, { validations }, { currency, limits, locale }) => {
    const problem = validateAmount(value, currency, limits, validations);
    return problem === null ? null : { words: describeProblem(problem, { currency, locale }) };
  },
  serialize: (value) => value,
};

function describeProblem(
  problem: AmountProblem,
  { currency, locale }: Pick<FormContext, 'currency' | 'locale'>,
): Words | null {
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
    case 'rule':
      return describeRule(problem.rule);
    // No other amount helps: the line below the box says so from the start.
    case 'nothingLeft':
    case 'limitsUnknown':
      return null;
  }
}
