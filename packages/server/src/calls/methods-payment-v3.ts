import type { ReadingHandler } from '../api/handler.ts';
import { loadOffered } from '../catalog/method-switches.ts';
import { selectOffer } from '../catalog/select-methods.ts';

export const methodsPaymentV3: ReadingHandler<'methods-payment-v3'> = {
  kind: 'reading',
  handle: async (core, caller, request) =>
    selectOffer(await loadOffered(core, core.db, caller.brandId), caller, request),
};
