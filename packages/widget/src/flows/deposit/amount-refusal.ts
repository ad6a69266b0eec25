import { decimalSchema } from '@kassa/contract';
import type { Failure } from '../../features/failure/failure.ts';
import { describeAmountProblem } from '../../fields/amount/describe-amount-problem.ts';
import type { FormContext } from '../../fields/shared/field.ts';
import type { Words } from '../../i18n/text.ts';

const codes = ['amount.invalid', 'amount.belowMin', 'amount.aboveMax', 'limit.exceeded'] as const;

/** Whether it is the amount that the server refused (§8). */
export function isAmountRefused({ code }: Failure): boolean {
  return codes.some((one) => one === code);
}

/**
 * What the server has against an amount (§8), a limit of the method's as the player's language writes
 * it (§5); null where a failure is about something else.
 */
export function describeAmountRefusal(
  { code, params }: Failure,
  context: Pick<FormContext, 'currency' | 'locale'>,
): Words | null {
  const refused = codes.find((one) => one === code);
  if (refused === undefined) return null;
  const { data: limit } = decimalSchema.safeParse(params.limit);
  if (limit !== undefined && refused === 'amount.belowMin') {
    return describeAmountProblem({ kind: 'belowMin', limit }, context);
  }
  if (limit !== undefined && refused === 'amount.aboveMax') {
    return describeAmountProblem({ kind: 'aboveMax', limit }, context);
  }
  return { key: `common.errors.${refused}`, params };
}
