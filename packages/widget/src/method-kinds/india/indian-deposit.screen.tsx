import { DepositFormScreen } from '../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../flows/deposit/deposit-form/form-kind.ts';
import { PreparationDetails } from '../../flows/deposit/prepare/preparation-details.tsx';

const kind: FormKind = {
  formType: 'india',
  Intro: PreparationDetails,
  note: 'payment.hereNote',
};

/** The form of an Indian payment, with what its provider prepared (§3 "Indian prepare data"). */
export function IndianDepositScreen() {
  return <DepositFormScreen kind={kind} />;
}
