import { CallError } from '@kassa/contract';
import type { ReadingHandler } from '../api/handler.ts';
import { findMethod } from '../catalog/select-methods.ts';

export const depositLimits: ReadingHandler<'deposit-limits'> = {
  kind: 'reading',
  handle: (core, { brandId, country }, { paymentMethod, currency }) => {
    const method = findMethod(core.catalogOf(brandId), {
      name: paymentMethod,
      countries: [country],
      currency,
    });
    const rule = method?.amount_rules[currency];
    if (rule === undefined) {
      throw new CallError('method.unavailable', 'This payment method is not offered here.');
    }
    return rule;
  },
};
