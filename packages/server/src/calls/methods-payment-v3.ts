import type { KeptHandler } from '../api/handler.ts';
import { loadOffer } from '../catalog/load-offer.ts';

export const methodsPaymentV3: KeptHandler<'methods-payment-v3'> = {
  kind: 'kept',
  handle: loadOffer,
};
