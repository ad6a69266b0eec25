import type { Invoice } from '@kassa/contract';
import { CreatedDepositScreen } from '../../flows/deposit/created/created-deposit.tsx';
import { ExpiredPayment } from '../../flows/deposit/created/expired-payment.tsx';
import { InvoicePayment } from '../../flows/deposit/created/invoice/invoice-payment.tsx';
import { PaymentFacts } from '../../flows/deposit/created/payment-facts.tsx';
import type { CreatedDeposit } from '../../flows/deposit/created/use-created-deposit.ts';
import {
  type CreatedPayment,
  useCreatedPayment,
} from '../../flows/deposit/created/use-created-payment.ts';
import { UnreadablePayee } from './unreadable-payee.tsx';
import { usePayee } from './use-payee.ts';

/** The invoice of a payment to an account (§2 "Host-to-host invoice"). */
export function HostToHostScreen() {
  return (
    <CreatedDepositScreen
      page="Deposit host to host"
      pick={(next) => (next.kind === 'invoice' ? next.invoice : null)}
    >
      {(created) => <HostToHostPage created={created} />}
    </CreatedDepositScreen>
  );
}

function HostToHostPage({ created }: { created: CreatedDeposit<Invoice> }) {
  const { deposit, step, method } = created;
  const { isOver, ...time } = useCreatedPayment(created, step.expiresAtMs, { isInvoice: true });
  if (!isOver) return <StandingInvoice created={created} {...time} />;
  return (
    <ExpiredPayment deposit={deposit} method={method} payment={time.payment}>
      <PaymentFacts deposit={deposit} amount={step.amount} isOver />
    </ExpiredPayment>
  );
}

interface StandingInvoiceProps extends Omit<CreatedPayment, 'isOver'> {
  created: CreatedDeposit<Invoice>;
}

/** Holds the account only while it can be paid into. */
function StandingInvoice({ created, ...time }: StandingInvoiceProps) {
  const { depositId } = created.deposit;
  const account = usePayee(created.step.card, depositId);
  if (account.kind === 'failed') {
    return <UnreadablePayee depositId={depositId} payment={time.payment} error={account.error} />;
  }
  const payee = account.kind === 'opening' ? null : account.payee;
  return <InvoicePayment created={created} payee={payee} formType="host_to_host" {...time} />;
}
