import type { UnifiedForm } from '@kassa/contract';
import { CreatedDepositScreen } from '../../../flows/deposit/created/created-deposit.tsx';
import { ExpiredPayment } from '../../../flows/deposit/created/expired-payment.tsx';
import { InvoicePayment } from '../../../flows/deposit/created/invoice/invoice-payment.tsx';
import { PaymentFacts } from '../../../flows/deposit/created/payment-facts.tsx';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { useCreatedPayment } from '../../../flows/deposit/created/use-created-payment.ts';

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
  const { isOver, ...time } = useCreatedPayment(created, step.expiresAtMs, { isInvoice: true });
  if (!isOver) return <InvoicePayment created={created} formType="unified_form" {...time} />;
  return (
    <ExpiredPayment deposit={deposit} method={method} payment={time.payment}>
      <PaymentFacts deposit={deposit} amount={step.amount} isOver />
    </ExpiredPayment>
  );
}
