import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { captchaSolutionSchema } from '../entities/captcha.ts';
import { fieldDefinitionSchema } from '../entities/field.ts';
import { fieldValuesSchema } from '../entities/field-values.ts';
import { decimalSchema } from '../money.ts';

export const depositCreate = defineCall({
  name: 'deposit-create',
  method: 'POST',
  summary: 'Creates a deposit and says what the player does next.',
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.extend(captchaSolutionSchema, {
    /**
     * A deposit that was answered with `isFieldsRequired`: it goes on, under a key of its own, with
     * the same method, amount and currency, and these fields besides those given before.
     */
    depositId: z.optional(z.string().check(z.maxLength(64))),
    amount: decimalSchema,
    currency: currencySchema,
    /** Name of the payment method. */
    paymentType: z.string().check(z.maxLength(64)),
    paymentSessionId: z.optional(z.string().check(z.maxLength(64))),
    /** Where the provider sends the player back to; must be the widget's own origin. */
    returnUrl: z.optional(z.string().check(z.maxLength(2048))),
    selectedCountry: z.optional(countrySchema),
    /** The player's group of the experiment `payment_methods`. */
    abTestGroup: z.optional(z.string().check(z.maxLength(32))),
    /** What the player typed into the method's fields. */
    fields: z.optional(fieldValuesSchema),
    /** The wallet that pays, where the method is one (§3 `wallet`). */
    wallet: z.optional(z.string().check(z.maxLength(32))),
    bonusId: z.optional(z.string().check(z.maxLength(64))),
    isActivatedBonus: z.optional(z.boolean()),
    metadata: z.optional(z.object({ isFromChip: z.optional(z.boolean()) })),
  }),
  /** §3 "Deposit create response"; `decodeNextStep` is its only reader. */
  response: z.object({
    depositId: z.string(),
    /** What a player gives to support: `KS-7Q2M-41XK`. */
    reference: z.string(),
    apiResponse: z.object({
      depositId: z.string(),
      /** Address of the provider's page, or null where there is none. */
      source: z.nullable(z.string()),
      /** GET: `data` becomes the query; POST: the fields of a form. */
      method: z.enum(['GET', 'POST']),
      /** With a `source`: texts by name. Without: what the widget's own page shows (§3). */
      data: z.record(z.string(), z.unknown()),
      /** A page of the widget's own (§4: eazype, pix). */
      pageId: z.nullable(z.string()),
      /** The provider wants to know more first: the player fills in `fields`. */
      isFieldsRequired: z.boolean(),
    }),
    /** What is asked for besides, where `isFieldsRequired`; else empty. */
    fields: z.array(fieldDefinitionSchema),
  }),
});

/** The wire shape of a created deposit. */
export type DepositCreateResponse = z.infer<typeof depositCreate.response>;
