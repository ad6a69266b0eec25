import { decimalSchema } from '@kassa/contract';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../features/failure/failure.ts';
import { describeAmountProblem } from '../fields/amount/describe-amount-problem.ts';
import { describeRefusedValue } from '../fields/shared/describe-problem.ts';
import type { FormContext } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import type { FormControls } from './form-controls.ts';

/** §8: the field that the server refused is marked, besides what is said over the form. */
export function useRefusedField(form: FormControls, failure: Failure | null): void {
  const refuse = useEffectEvent((refused: Failure) => {
    const refusal = readRefusal(refused, form);
    if (refusal !== null) form.refuseField(refusal.name, refusal.words);
  });
  useEffect(() => {
    if (failure !== null) refuse(failure);
  }, [failure]);
}

/** Whether it is the amount that the server refused (§8). */
export function isAmountRefused({ code }: Failure): boolean {
  return amountCodes.some((one) => one === code);
}

interface Refusal {
  /** Of the field, in this form. */
  name: string;
  words: Words;
}

function readRefusal(failure: Failure, { fields, context }: FormControls): Refusal | null {
  const amount = fields.find(({ definition }) => definition.type === 'amount');
  // To the server every amount is "amount", whatever its method calls it.
  const amountName = amount?.definition.name ?? 'amount';
  const ofAmount = describeAmountRefusal(failure, context);
  if (ofAmount !== null) return { name: amountName, words: ofAmount };
  const { code, params } = failure;
  if (code !== 'banking.paymentMethodRegex' || params.field === undefined) return null;
  const name = params.field === 'amount' ? amountName : params.field;
  return { name, words: describeRefusedValue(params.problem) };
}

const amountCodes = [
  'amount.invalid',
  'amount.belowMin',
  'amount.aboveMax',
  'limit.exceeded',
] as const;

/**
 * What the server has against an amount (§8), a limit of the method's as the player's language writes
 * it (§5); null where a failure is about something else.
 */
function describeAmountRefusal(
  { code, params }: Failure,
  context: Pick<FormContext, 'currency' | 'locale'>,
): Words | null {
  const refused = amountCodes.find((one) => one === code);
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
