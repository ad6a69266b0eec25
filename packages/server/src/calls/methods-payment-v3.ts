import type { ReadingHandler } from '../api/handler.ts';
import { selectMethods } from '../catalog/select-methods.ts';

export const methodsPaymentV3: ReadingHandler<'methods-payment-v3'> = {
  kind: 'reading',
  handle: (core, _caller, request) => selectMethods(core.catalog, request),
};
