// Drop-in with every component there is, as it comes when nobody chooses.
import { AdyenCheckout, Dropin } from '@adyen/adyen-web/auto';
import { readConfiguration, settings } from './configuration.ts';

const checkout = await AdyenCheckout(readConfiguration());
new Dropin(checkout, settings).mount('#dropin');
