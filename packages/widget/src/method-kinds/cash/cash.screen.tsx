import type { PaymentMethod } from '@kassa/contract';
import { DepositFormScreen } from '../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../flows/deposit/deposit-form/form-kind.ts';
import { PreparationDetails } from '../../flows/deposit/prepare/preparation-details.tsx';
import { AgentReference } from './agent-reference.tsx';
import { CashSteps } from './cash-steps.tsx';

const kind: FormKind = {
  formType: 'cash',
  Intro: CashIntro,
  submit: 'cash.openChat',
  note: 'cash.note',
  link: { words: 'cash.openChat', note: 'cash.ready' },
  BeforeLink: AgentReference,
};

/** The form with the amount, and the link to an agent's chat (§2 "Redirect cash"). */
export function CashScreen() {
  return <DepositFormScreen kind={kind} />;
}

/** The steps of a cash payment, and the details shown before it. */
function CashIntro({ method }: { method: PaymentMethod }) {
  return (
    <>
      <CashSteps />
      <PreparationDetails method={method} />
    </>
  );
}
