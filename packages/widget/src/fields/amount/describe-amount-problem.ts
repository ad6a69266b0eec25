import { type AmountProblem, formatMoney } from '@kassa/contract';
import type { Words } from '../../i18n/text.ts';
import { describeRule } from '../shared/describe-problem.ts';
import type { FormContext } from '../shared/field.ts';

/** Describes what is wrong with an amount (§5); null where no other amount helps. */
export function describeAmountProblem(
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
    // The line below the input shows it from the start.
    case 'nothingLeft':
    case 'limitsUnknown':
      return null;
  }
}
