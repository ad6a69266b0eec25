// Drop-in with only the components that its methods need.
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
