import { decimalSchema } from '@kassa/contract';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../features/failure/failure.ts';
import { describeAmountProblem } from '../fields/amount/describe-amount-problem.ts';
import { describeRefusedValue } from '../fields/shared/describe-problem.ts';
import type { FormContext } from '../fields/shared/field.ts';
import type { Words } from '../i18n/text.ts';
import type { FieldView, FormControls } from './form-controls.ts';

/**
 * Marks the field that the server rejected, and focuses it (§8). Its words replace the failure:
 * `onMarked` is called to dismiss it. Returns whether the failure has to be shown instead, because
 * it is about no field that the player can correct.
 */
export function useRefusedField(
  form: FormControls,
  failure: Failure | null,
  onMarked: () => void,
): boolean {
  const refusal = failure === null ? null : readRefusal(failure, form);
  const isOfField = refusal !== null;
  const mark = useEffectEvent(() => {
    if (refusal !== null && form.refuseField(refusal.name, refusal.words)) onMarked();
  });
  useEffect(() => {
    // The field may come up later than the failure.
    if (failure !== null && isOfField) mark();
  }, [failure, isOfField]);
  return failure !== null && !isOfField;
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
  const { code, params } = failure;
  const ofAmount = describeAmountRefusal(failure, context);
  const name = ofAmount === null ? params.field : 'amount';
  const definition = fields.find((view) => !view.isLocked && isCalled(view, name))?.definition;
  if (definition === undefined) return null;
  if (ofAmount !== null) return { name: definition.name, words: ofAmount };
  if (code !== 'banking.paymentMethodRegex') return null;
  return { name: definition.name, words: describeRefusedValue(params.problem, definition) };
}

/** The server calls every amount "amount"; the method's field may have another name. */
function isCalled({ definition }: FieldView, name: string | undefined): boolean {
  return definition.type === 'amount' ? name === 'amount' : definition.name === name;
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
