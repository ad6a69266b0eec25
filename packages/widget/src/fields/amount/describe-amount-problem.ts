import { type AmountProblem, formatMoney } from '@kassa/contract';
import type { Words } from '../../i18n/text.ts';
import { describeRule } from '../shared/describe-problem.ts';
import type { FormContext } from '../shared/field.ts';

/** Describes what is wrong with an amount (§5); null where no other amount helps. */
export function describeAmountProblem(
  problem: AmountProblem,
  context: Pick<FormContext, 'currency' | 'locale' | 'allowance'>,
): Words | null {
  const { currency, locale, allowance } = context;
  const format = (amount: string, of = currency) =>
    formatMoney({ amount, currency: of }, locale, { trimZeros: true });
  switch (problem.kind) {
    case 'belowMin':
      return { key: 'form.amountInput.limit.min', params: { amount: format(problem.limit) } };
    case 'aboveMax':
      if (allowance !== undefined) {
        const amount = format(allowance.remaining, allowance.currency);
        return { key: 'form.amountInput.limit.own', params: { amount, period: allowance.period } };
      }
      return { key: 'form.amountInput.limit.max', params: { amount: format(problem.limit) } };
    case 'tooManyDecimals':
      return { key: 'form.amountInput.decimals', params: { decimals: problem.decimals } };
    case 'notAnAmount':
      return { key: 'form.amountInput.empty' };
    case 'rule':
      return describeRule(problem.rule, { type: 'amount', name: 'amount' });
    // The line below the input shows it from the start.
    case 'nothingLeft':
    case 'limitsUnknown':
      return null;
  }
}
