import type { Invoice, PaymentMethod } from '@kassa/contract';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { RouteName } from '../../../../routing/route-names.ts';
import { useSession } from '../../../../session/session.ts';
import { reportInvalid } from '../../report-invalid.ts';
import { CreatedDepositScreen } from '../created-deposit.tsx';
import { ExpiredPayment } from '../expired-payment.tsx';
import { PaymentFacts } from '../payment-facts.tsx';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import { type CreatedPayment, useCreatedPayment } from '../use-created-payment.ts';
import { UnreadablePayee } from './unreadable-payee.tsx';
import { type OpenPayee, usePayee } from './use-payee.ts';

/** An invoice that can be paid. */
export interface StandingInvoice extends Omit<CreatedPayment, 'isOver'> {
  created: CreatedDeposit<Invoice>;
  /** The account to pay into; null while it is being decrypted. */
  payee: OpenPayee | null;
}

interface InvoiceScreenProps {
  /** The name of this screen. */
  page: RouteName;
  /** Renders the invoice for as long as it can be paid. */
  children: (invoice: StandingInvoice) => ReactNode;
}

/**
 * The frame of an invoice's screen: it loads the deposit, opens the account's envelope, watches the
 * payment, and shows an account that can't be read and a payment whose time is up.
 */
export function InvoiceScreen({ page, children }: InvoiceScreenProps) {
  return (
    <CreatedDepositScreen
      page={page}
      pick={(next) => (next.kind === 'invoice' ? next.invoice : null)}
    >
      {(created) => <WatchedInvoice created={created}>{children}</WatchedInvoice>}
    </CreatedDepositScreen>
  );
}

type Children = Pick<InvoiceScreenProps, 'children'>;

function WatchedInvoice({ created, children }: Children & { created: CreatedDeposit<Invoice> }) {
  const { deposit, step, method } = created;
  const { isOver, ...time } = useCreatedPayment(created, step.expiresAtMs, { isInvoice: true });
  if (!isOver) {
    return (
      <OpenedInvoice created={created} {...time}>
        {children}
      </OpenedInvoice>
    );
  }
  return (
    <ExpiredPayment deposit={deposit} method={method} payment={time.payment}>
      <PaymentFacts deposit={deposit} amount={step.amount} />
    </ExpiredPayment>
  );
}

/** Holds the account only while it can be paid into. */
function OpenedInvoice({ children, ...invoice }: Children & Omit<StandingInvoice, 'payee'>) {
  const { created, payment } = invoice;
  const { depositId } = created.deposit;
  const account = usePayee(created.step.card, created.deposit);
  useInvalidReport(created.method, account.kind === 'failed');
  if (account.kind === 'failed') {
    return <UnreadablePayee depositId={depositId} payment={payment} error={account.error} />;
  }
  return children({ ...invoice, payee: account.kind === 'opening' ? null : account.payee });
}

/** Tells the host of an account that can't be read. */
function useInvalidReport(method: PaymentMethod | undefined, isUnreadable: boolean): void {
  const session = useSession();
  const report = useEffectEvent(() => {
    if (method !== undefined) reportInvalid(session, method, 'The account can’t be decrypted.');
  });
  useEffect(() => {
    if (isUnreadable) report();
  }, [isUnreadable]);
}
