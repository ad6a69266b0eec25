import { InvoiceScreen } from '../../flows/deposit/created/invoice/invoice.screen.tsx';
import { IndianPayment } from './indian-payment.tsx';

/** The invoice of an Indian payment (§2 "Indian invoice"). */
export function IndianInvoiceScreen() {
  return (
    <InvoiceScreen page="Indian invoice">
      {(invoice) => <IndianPayment {...invoice} />}
    </InvoiceScreen>
  );
}
