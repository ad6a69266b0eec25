// Drop-in with the components that its methods need, and no others in its bundle.
import {
  AdyenCheckout,
  Card,
  Dropin,
  Klarna,
  PayPal,
  Redirect,
  SepaDirectDebit,
} from '@adyen/adyen-web';
import { readConfiguration, settings } from './configuration.ts';

const checkout = await AdyenCheckout(readConfiguration());
new Dropin(checkout, {
  ...settings,
  paymentMethodComponents: [Card, PayPal, Klarna, SepaDirectDebit, Redirect],
}).mount('#dropin');
