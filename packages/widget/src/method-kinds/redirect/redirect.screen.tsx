import { DepositFormScreen } from '../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../flows/deposit/deposit-form/form-kind.ts';
import { opensPopup } from '../../flows/deposit/opens-popup.ts';
import { PreparationDetails } from '../../flows/deposit/prepare/preparation-details.tsx';
import { useChosenMethod } from '../../flows/deposit/use-chosen-method.ts';

const kind: FormKind = {
  formType: 'redirect',
  Intro: PreparationDetails,
  note: 'deposit.redirectNote',
};

/** A code to pay by follows, and no page of the provider's. */
const codeKind: FormKind = { ...kind, note: 'payment.codeNote' };

/** The form of a method whose provider has a page of its own (§2 "Redirect base"). */
export function RedirectScreen() {
  const chosen = useChosenMethod();
  const hasCode = chosen.kind === 'ready' && !opensPopup(chosen.method);
  return <DepositFormScreen kind={hasCode ? codeKind : kind} />;
}
