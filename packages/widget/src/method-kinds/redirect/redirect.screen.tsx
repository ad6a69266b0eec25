import type { PaymentMethod } from '@kassa/contract';
import { DepositFormScreen } from '../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../flows/deposit/deposit-form/form-kind.ts';
import { hasCode, opensPopup } from '../../flows/deposit/next-page.ts';
import { PreparationDetails } from '../../flows/deposit/prepare/preparation-details.tsx';
import { useChosenMethod } from '../../flows/deposit/use-chosen-method.ts';

const kind: FormKind = {
  formType: 'redirect',
  Intro: PreparationDetails,
  note: 'deposit.redirectNote',
};

/** The payment continues on a page of the widget, with a code or with payment details. */
const codeKind: FormKind = { ...kind, note: 'payment.codeNote' };
const hereKind: FormKind = { ...kind, note: 'payment.hereNote' };

/** The form of a method whose provider has its own page (§2 "Redirect base"). */
export function RedirectScreen() {
  const chosen = useChosenMethod();
  return <DepositFormScreen kind={chosen.kind === 'ready' ? kindOf(chosen.method) : kind} />;
}

function kindOf(method: PaymentMethod): FormKind {
  if (opensPopup(method)) return kind;
  return hasCode(method) ? codeKind : hereKind;
}
