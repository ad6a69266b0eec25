import type { PaymentMethod } from '@kassa/contract';
import { isAskedFor } from '../../../features/bonus/bonus.machine.ts';
import { useBonus } from '../../../features/bonus/use-bonus.ts';
import type { FormSubmission } from '../../../form/form-controls.ts';
import { useSearch } from '../../../routing/use-router.ts';
import type { Continuation, Wish } from '../deposit-attempt.ts';

/** Makes a wish of a valid form, with the bonus that it brings (§4 Bonus). */
export function useWish(method: PaymentMethod, currency: string) {
  const { active, judge } = useBonus();
  const { group } = useSearch();
  return (submission: FormSubmission, continues: Continuation | null): Wish => {
    const { amount, isFromChip, fields } = submission;
    const base = { paymentType: method.name, group, currency, isFromChip };
    if (continues !== null) {
      // What was given before stays, and would be refused now.
      const asked = continues.fields.map(({ name }) => [name, fields[name]]);
      return {
        ...base,
        amount: continues.amount,
        fields: Object.fromEntries(asked.filter(([, value]) => value !== undefined)),
        isActivatedBonus: false,
      };
    }
    const isActivatedBonus = isAskedFor(judge({ method, amount, currency }));
    return {
      ...base,
      amount,
      fields,
      isActivatedBonus,
      bonusId: isActivatedBonus ? active?.id : undefined,
    };
  };
}
