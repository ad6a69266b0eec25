import type { ReadingHandler } from '../api/handler.ts';
import { selectMethods } from '../catalog/select-methods.ts';

export const methodsPaymentV3: ReadingHandler<'methods-payment-v3'> = {
  kind: 'reading',
  handle: (core, caller, request) => selectMethods(core.catalogOf(caller.brandId), request),
};
