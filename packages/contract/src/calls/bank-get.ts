import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { defineCall } from '../define-call.ts';

/**
 * The bank identification number (BIN), with which a card number begins (ISO/IEC 7812-1): 8 digits,
 * and 6 before 2017. The BIN alone is no cardholder data; more digits are, and are rejected.
 */
const binSchema = z
  .string()
  .check(z.regex(/^\d{6,8}$/, 'must be the first 6 to 8 digits of a card number'));

export const bankGet = defineCall({
  name: 'bank-get',
  method: 'POST',
  summary: "The scheme and the issuing bank of a card, by the first digits of the card's number.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    /** A method that is offered to the player. */
    payment_method: z.string().check(z.maxLength(64)),
    bin: binSchema,
  }),
  /** An unknown scheme or bank is null. A card may be valid all the same. */
  response: z.object({
    /** The card scheme: Visa, Mir. */
    scheme: z.nullable(
      z.object({
        name: z.string(),
        /** The logo of the scheme in the catalogue; null if there is none. */
        iconId: z.nullable(z.string()),
      }),
    ),
    bank: z.nullable(z.object({ name: z.string(), country: z.nullable(countrySchema) })),
  }),
});
