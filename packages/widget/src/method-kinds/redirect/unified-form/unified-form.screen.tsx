import type { UnifiedForm } from '@kassa/contract';
import { CreatedDepositScreen } from '../../../flows/deposit/created/created-deposit.tsx';
import { ExpiredPayment } from '../../../flows/deposit/created/expired-payment.tsx';
import { PaymentFacts } from '../../../flows/deposit/created/payment-facts.tsx';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { useCreatedPayment } from '../../../flows/deposit/created/use-created-payment.ts';
import { UnifiedFormPayment } from './unified-form-payment.tsx';

/** The instruction, code, invoice and inputs of a payment, as its provider sends them (§2). */
export function UnifiedFormScreen() {
  return (
    <CreatedDepositScreen
      page="Redirect deposit unified form"
      pick={(next) => (next.kind === 'unifiedForm' ? next.form : null)}
    >
      {(created) => <UnifiedFormPage created={created} />}
    </CreatedDepositScreen>
  );
}

function UnifiedFormPage({ created }: { created: CreatedDeposit<UnifiedForm> }) {
  const { deposit, step, method } = created;
  const { isOver, ...time } = useCreatedPayment(created, step.expiresAtMs);
  if (!isOver) return <UnifiedFormPayment created={created} {...time} />;
  return (
    <ExpiredPayment deposit={deposit} method={method} payment={time.payment}>
      <PaymentFacts deposit={deposit} amount={step.amount} isOver />
    </ExpiredPayment>
  );
}
