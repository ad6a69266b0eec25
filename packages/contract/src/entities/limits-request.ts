import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';

const methodSchema = z.optional(z.string().check(z.maxLength(64)));

/**
 * The request of a method's limits. The method has two names: `paymentMethod`, as in the table of
 * §7, and `paymentType`, as in the calls that create. One is enough; of both `paymentType` counts.
 */
export const limitsRequestSchema = z
  .object({ currency: currencySchema, paymentType: methodSchema, paymentMethod: methodSchema })
  .check(
    z.refine((request) => limitedMethod(request) !== '', {
      path: ['paymentType'],
      error: 'is required',
    }),
  );

interface NamedMethod {
  paymentType?: string | undefined;
  paymentMethod?: string | undefined;
}

/** Returns the name of the method whose limits are requested. */
export function limitedMethod({ paymentType, paymentMethod = '' }: NamedMethod): string {
  return paymentType ?? paymentMethod;
}
