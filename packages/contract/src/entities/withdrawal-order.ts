import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { fieldValuesSchema } from './field-values.ts';

/** What a player orders by a withdrawal, for its quote, its code and its creation. */
export const withdrawalOrderShape = {
  /** What leaves the balance. */
  amount: decimalSchema,
  /** The currency of the player's account. */
  currency: currencySchema,
  /** Name of the payment method. */
  paymentType: z.string().check(z.maxLength(64)),
  /** The details of the payout's recipient. */
  fields: z.optional(fieldValuesSchema),
  /** Saved details (`saved-details-list`), in the place of `fields`. */
  detailsId: z.optional(z.string().check(z.maxLength(64))),
  selectedCountry: z.optional(countrySchema),
};
