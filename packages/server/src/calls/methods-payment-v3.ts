import type { ReadingHandler } from '../api/handler.ts';
import { selectOffer } from '../catalog/select-methods.ts';

export const methodsPaymentV3: ReadingHandler<'methods-payment-v3'> = {
  kind: 'reading',
  handle: (core, caller, request) => selectOffer(core.catalogOf(caller.brandId), caller, request),
};
