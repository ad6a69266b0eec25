import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { captchaSolutionSchema } from '../entities/captcha.ts';
import { fieldDefinitionSchema } from '../entities/field.ts';
import { fieldValuesSchema } from '../entities/field-values.ts';
import { decimalSchema } from '../money.ts';

/** What every call that creates a deposit asks for. */
export const creationShape = {
  /**
   * A deposit that was answered with `isFieldsRequired`. This request continues it with a new
   * idempotency key, the same method, amount and currency, and further fields.
   */
  depositId: z.optional(z.string().check(z.maxLength(64))),
  amount: decimalSchema,
  currency: currencySchema,
  paymentSessionId: z.optional(z.string().check(z.maxLength(64))),
  /**
   * The address to which the provider returns the player; it must have the widget's own origin.
   */
  returnUrl: z.optional(z.string().check(z.maxLength(2048))),
  selectedCountry: z.optional(countrySchema),
  /** The player's group of the experiment `payment_methods`. */
  abTestGroup: z.optional(z.string().check(z.maxLength(32))),
  /** The values of the method's fields. */
  fields: z.optional(fieldValuesSchema),
  /** Saved details (`saved-details-list`), in the place of `fields`. */
  detailsId: z.optional(z.string().check(z.maxLength(64))),
  /**
   * Whether the player knows of an open deposit of the same method and amount, and wants another.
   * `false` is refused with `deposit.alreadyOpen` while there is one. Left out by clients that
   * can't ask their player: no deposit is refused then.
   */
  isAnother: z.optional(z.boolean()),
  bonusId: z.optional(z.string().check(z.maxLength(64))),
  isActivatedBonus: z.optional(z.boolean()),
  metadata: z.optional(z.object({ isFromChip: z.optional(z.boolean()) })),
};

export const depositCreate = defineCall({
  name: 'deposit-create',
  method: 'POST',
  summary: "Creates a deposit and returns the player's next step.",
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.extend(captchaSolutionSchema, {
    ...creationShape,
    /** Name of the payment method. */
    paymentType: z.string().check(z.maxLength(64)),
    /**
     * Where the player lives, for a method that sells crypto (card view type 13): its providers
     * serve some countries only, and get it as the field `country`. Unlike `selectedCountry` it
     * filters no methods. Left out: the token's country. Other methods refuse it.
     */
    buyerCountry: z.optional(countrySchema),
    /** The paying wallet, if the method is one (§3 `wallet`). */
    wallet: z.optional(z.string().check(z.maxLength(32))),
  }),
  /** §3 "Deposit create response"; only `decodeNextStep` reads it. */
  response: z.object({
    depositId: z.string(),
    /** The reference for support: `KS-7Q2M-41XK`. */
    reference: z.string(),
    apiResponse: z.object({
      depositId: z.string(),
      /** The address of the provider's page, or null if there is none. */
      source: z.nullable(z.string()),
      /** GET: `data` becomes the query; POST: the fields of a form. */
      method: z.enum(['GET', 'POST']),
      /** With a `source`: strings by name. Without one: the data of the widget's own page (§3). */
      data: z.record(z.string(), z.unknown()),
      /** One of the widget's own pages (§4: eazype, pix). */
      pageId: z.nullable(z.string()),
      /** The provider needs more data first: the player fills in `fields`. */
      isFieldsRequired: z.boolean(),
    }),
    /** The additional fields if `isFieldsRequired`; else empty. */
    fields: z.array(fieldDefinitionSchema),
  }),
});

/** The wire shape of a created deposit. */
export type DepositCreateResponse = z.infer<typeof depositCreate.response>;
