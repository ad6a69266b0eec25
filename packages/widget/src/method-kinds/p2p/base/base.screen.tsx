import type { PaymentMethod } from '@kassa/contract';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import {
  DepositFormScreen,
  LoadingForm,
} from '../../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../../flows/deposit/deposit-form/form-kind.ts';
import { useChosenMethod } from '../../../flows/deposit/use-chosen-method.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { InstructionLink } from '../instruction/instruction-link.tsx';
import { startedBefore } from '../started-before.ts';
import { useExistingDeposit } from './use-existing-deposit.ts';

const kind: FormKind = {
  formType: 'p2p',
  Intro: InstructionLink,
  note: 'payment.hereNote',
};

/**
 * The form of a method that is paid from person to person (§2). A deposit of the method that can
 * still be paid goes on instead.
 */
export function PeerToPeerBaseScreen() {
  const chosen = useChosenMethod();
  const { depositId } = useSearch();
  // A deposit that can still be paid isn't the chosen coin package.
  const isPackage = useChosenBox() !== null;
  if (chosen.kind !== 'ready' || depositId !== undefined || isPackage)
    return <DepositFormScreen kind={kind} />;
  return <CheckedForm key={chosen.method.name} method={chosen.method} />;
}

function CheckedForm({ method }: { method: PaymentMethod }) {
  const { group } = useSearch();
  const existing = useExistingDeposit(method);
  if (existing.kind === 'checking') return <LoadingForm />;
  if (existing.kind === 'none') return <DepositFormScreen kind={kind} />;
  const { to, depositId } = existing;
  const search = { depositId, method: method.name, group, to: 'Peer to peer base' };
  return <Navigate to={to} search={search} data={startedBefore} />;
}
