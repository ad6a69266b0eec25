import type { ReadingHandler } from '../api/handler.ts';
import { selectMethods } from '../catalog/select-methods.ts';

export const methodsPaymentV3: ReadingHandler<'methods-payment-v3'> = {
  kind: 'reading',
  handle: (core, caller, { country, currency }) =>
    selectMethods(core.catalogOf(caller.brandId), {
      countries: [caller.country, country],
      currency,
    }),
};
