import { InvoiceScreen } from '../../flows/deposit/created/invoice/invoice.screen.tsx';
import { InvoicePayment } from '../../flows/deposit/created/invoice/invoice-payment.tsx';

/** The invoice of a payment to an account (§2 "Host-to-host invoice"). */
export function HostToHostScreen() {
  return (
    <InvoiceScreen page="Deposit host to host">
      {({ payee, ...invoice }) => (
        <InvoicePayment {...invoice} payee={payee?.requisites ?? null} formType="host_to_host" />
      )}
    </InvoiceScreen>
  );
}
