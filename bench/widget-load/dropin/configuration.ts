import type { CoreConfiguration, DropinConfiguration } from '@adyen/adyen-web';

/** Configures Drop-in for speed: its methods are in the page, its language is the bundled one. */
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

/** The list only, like Kassa's: an open method would load the card's frames. */
export const settings: DropinConfiguration = { openFirstPaymentMethod: false };
