import { currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';

/** The parts of an amount as an act names it: always in full, since money moves by it. */
export const moneyFields = {
  amount: decimalSchema.check(z.describe('how much, such as 50.00')),
  currency: currencySchema.check(z.describe('in which currency')),
};

/** The provider's id of a payment or payout, where there is one. */
export const providerReferenceField = {
  providerReference: z.optional(
    z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(200), z.describe("the provider's id of it")),
  ),
};
