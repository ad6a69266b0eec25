import { loadOffer } from '../../money/policy/load-offer.ts';
import type { KeptHandler } from './handler.ts';

export const methodsPaymentV3: KeptHandler<'methods-payment-v3'> = {
  kind: 'kept',
  handle: loadOffer,
};
