import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../../features/failure/failure.ts';
import { describeRefusedValue } from '../../fields/shared/describe-problem.ts';
import type { FormControls } from '../../form/form-controls.ts';
import type { Words } from '../../i18n/text.ts';
import { describeAmountRefusal } from './amount-refusal.ts';

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
