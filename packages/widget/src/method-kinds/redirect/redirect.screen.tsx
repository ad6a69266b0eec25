import { DepositFormScreen } from '../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../flows/deposit/deposit-form/form-kind.ts';

const kind: FormKind = { formType: 'redirect', note: 'deposit.redirectNote' };

/** The form of a method whose provider has a page of its own (§2 "Redirect base"). */
export function RedirectScreen() {
  return <DepositFormScreen kind={kind} />;
}
