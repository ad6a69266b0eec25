import type { CoreConfiguration, DropinConfiguration } from '@adyen/adyen-web';

/** Drop-in set up to be quick: its methods are in the page, its language is the one in its bundle. */
export function readConfiguration(): CoreConfiguration {
  const { textContent } = document.getElementById('methods') ?? {};
  return {
    clientKey: 'test_KASSABENCHKASSABENCHKASSABENCHKA',
    environment: 'test',
    locale: 'en-US',
    countryCode: 'DE',
    amount: { value: 1000, currency: 'EUR' },
    paymentMethodsResponse: { paymentMethods: JSON.parse(textContent ?? '[]') },
  };
}

/** The list alone, as Kassa shows it: an open method would load the card's own frames. */
export const settings: DropinConfiguration = { openFirstPaymentMethod: false };
