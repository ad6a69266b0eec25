import type { UnifiedForm } from '@kassa/contract';
import type { RouteName } from '../../../../routing/route-names.ts';
import { CreatedDepositScreen } from '../created-deposit.tsx';
import { ExpiredPayment } from '../expired-payment.tsx';
import { PaymentFacts } from '../payment-facts.tsx';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import { useCreatedPayment } from '../use-created-payment.ts';
import { InvoicePayment } from './invoice-payment.tsx';

/**
 * The instruction, code, invoice and inputs of a payment, as its provider sends them (§2).
 * @param page - the name of the screen, which each kind has for itself
 */
export function UnifiedFormScreen({ page }: { page: RouteName }) {
  return (
    <CreatedDepositScreen
      page={page}
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
      <PaymentFacts deposit={deposit} amount={step.amount} />
    </ExpiredPayment>
  );
}
