import type { FieldDefinition, PaymentMethod, UnifiedForm } from '@kassa/contract';
import type { FormControls } from '../../../../form/form-controls.ts';
import { useForm } from '../../../../form/use-form.ts';
import { useSession } from '../../../../session/session.ts';
import { useMethods } from '../../deposit.queries.ts';
import { useFormAnalytics } from '../../use-deposit-analytics.ts';
import type { CreatedDeposit } from '../use-created-deposit.ts';

/**
 * The form with the fields that a provider asks for beside its invoice. The amount is the deposit's
 * and shows with the payment details, not in the form.
 * @param definitions - the fields
 */
export function useInvoiceForm(
  { deposit, step, method }: CreatedDeposit<UnifiedForm>,
  definitions: readonly FieldDefinition[],
  { formType, isShown, isDisabled }: { formType: string; isShown: boolean; isDisabled: boolean },
): FormControls {
  const { locale } = useSession();
  const { catalogue } = useMethods();
  const { amount, currency } = step.amount;
  const analytics = useFormAnalytics({
    formType,
    buttonName: 'paid',
    currency: deposit.currency,
    isShown,
  });
  const form = useForm({
    method: method ?? standInFor(deposit.paymentMethod),
    definitions,
    currency,
    country: catalogue?.country ?? '',
    locale: locale.format,
    limits: { min: amount, max: amount },
    fixedAmount: amount,
    draftName: `invoice ${deposit.depositId}`,
    isDisabled,
    analytics,
  });
  return {
    ...form,
    fields: form.fields.filter(({ definition }) => definition.type !== 'amount'),
    submit: async () => {
      const submission = await form.submit();
      if (submission !== null) analytics.submit();
      return submission;
    },
  };
}

/** Returns a placeholder for a method that isn't offered here any more: its payment goes on. */
function standInFor(name: string): PaymentMethod {
  return {
    name,
    category: '',
    cardViewType: 0,
    text: { en: name },
    amount_rules: {},
    position: 0,
    iconIds: [],
  };
}
