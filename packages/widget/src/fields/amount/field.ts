import { decimalSchema, formatForInput, parseAmount, validateAmount } from '@kassa/contract';
import type { Field } from '../shared/field.ts';
import { AmountInput } from './amount-input.tsx';
import { describeAmountProblem } from './describe-amount-problem.ts';

/** The amount that the player pays (§5). Its value is a decimal, `0` for an invalid text. */
export const field: Field<'amount'> = {
  Input: AmountInput,
  labelKey: 'form.amountInput.label',
  isFramed: true,
  format: (value, _definition, context) =>
    decimalSchema.safeParse(value).success ? formatForInput(value, context) : '',
  normalize: parseAmount,
  validate: (value, { validations }, context) => {
    const problem = validateAmount(value, context.currency, context.limits, validations);
    if (problem === null) return null;
    const words = describeAmountProblem(problem, context);
    // A further digit makes an amount larger.
    return problem.kind === 'aboveMax' ? { words, isFinal: true } : { words };
  },
  serialize: (value) => value,
};
