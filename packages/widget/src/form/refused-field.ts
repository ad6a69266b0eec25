import { decimalSchema } from '@kassa/contract';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../features/failure/failure.ts';
import { describeAmountProblem } from '../fields/amount/describe-amount-problem.ts';
import { describeRefusedValue } from '../fields/shared/describe-problem.ts';
import type { FormContext } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import type { FormControls } from './form-controls.ts';

/** §8: marks the field that the server rejected, besides the failure shown above the form. */
export function useRefusedField(form: FormControls, failure: Failure | null): void {
  const refuse = useEffectEvent((refused: Failure) => {
    const refusal = readRefusal(refused, form);
    if (refusal !== null) form.refuseField(refusal.name, refusal.words);
  });
  useEffect(() => {
    if (failure !== null) refuse(failure);
  }, [failure]);
}

/** Returns whether the server rejected the amount (§8). */
export function isAmountRefused({ code }: Failure): boolean {
  return amountCodes.some((one) => one === code);
}

interface Refusal {
  /** The name of the field in this form. */
  name: string;
  words: Words;
}

function readRefusal(failure: Failure, { fields, context }: FormControls): Refusal | null {
  const amount = fields.find(({ definition }) => definition.type === 'amount');
  // The server calls every amount "amount"; the method's field may have another name.
  const amountName = amount?.definition.name ?? 'amount';
  const ofAmount = describeAmountRefusal(failure, context);
  if (ofAmount !== null) return { name: amountName, words: ofAmount };
  const { code, params } = failure;
  if (code !== 'banking.paymentMethodRegex' || params.field === undefined) return null;
  const name = params.field === 'amount' ? amountName : params.field;
  const refused = fields.find(({ definition }) => definition.name === name);
  if (refused === undefined) return null;
  return { name, words: describeRefusedValue(params.problem, refused.definition) };
}

const amountCodes = [
  'amount.invalid',
  'amount.belowMin',
  'amount.aboveMax',
  'limit.exceeded',
] as const;

/**
 * Describes why the server rejected an amount (§8), with the method's limits formatted for the
 * player's locale (§5). Returns null where the failure is about something else.
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
