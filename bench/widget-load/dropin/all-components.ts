// Drop-in with every existing component, the default bundle.
import { AdyenCheckout, Dropin } from '@adyen/adyen-web/auto';
import { readConfiguration, settings } from './configuration.ts';

const checkout = await AdyenCheckout(readConfiguration());
new Dropin(checkout, settings).mount('#dropin');
