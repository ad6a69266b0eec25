import { formatForInput, type Money, type PaymentMethod } from '@kassa/contract';
import { useSessionStore } from '../session/session-store.ts';
import { listFormFields } from './form-fields.ts';

/** Returns the name under which a form's draft is kept. */
export function draftNameOf({ name }: Pick<PaymentMethod, 'name'>, currency: string): string {
  return `${name} ${currency}`;
}

/**
 * Puts an amount into a method's form before it is opened, replacing one typed there before.
 * @param locale - a tag for formats; the amount gets its decimal mark
 */
export function keepAmount(method: PaymentMethod, money: Money, locale: string): void {
  const inputs = listFormFields(method.fields ?? []);
  const input = inputs.find(({ definition }) => definition.type === 'amount');
  if (input === undefined) return;
  const { currency, amount } = money;
  const { formDrafts, keepFormDraft } = useSessionStore.getState();
  const name = draftNameOf(method, currency);
  const text = formatForInput(amount, { currency, locale });
  keepFormDraft(name, { ...formDrafts[name], [input.key]: text });
}
