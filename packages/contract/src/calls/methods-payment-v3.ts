import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { paymentGroupSchema, paymentMethodSchema } from '../entities/payment-method.ts';
import { platforms } from '../entities/platform.ts';
import { playerBlockSchema } from '../entities/player-block.ts';
import { firstScreenSchema } from '../first-screen.ts';

export const methodsPaymentV3 = defineCall({
  name: 'methods-payment-v3',
  method: 'POST',
  summary: 'Returns the deposit methods offered to the player, with their groups.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    /** The region selected by the player; it only narrows what the token's country allows. */
    country: z.optional(countrySchema),
    /** The currency of the list; by default, and if no method accepts it, the account's. */
    currency: z.optional(currencySchema),
    /** The player's platform, if known: some methods are offered on certain platforms only. */
    platform: z.optional(z.enum(platforms)),
    /** The player's group of the experiment `payment_methods`. */
    abTestGroup: z.optional(z.string().check(z.maxLength(32))),
    /** Whether the player's device has Apple Pay; it isn't offered otherwise. */
    hasApplePay: z.optional(z.boolean()),
    /** The screen that is drawn with the methods, for a widget whose scripts are still loading. */
    screen: z.optional(firstScreenSchema),
  }),
  response: z.object({
    /** The country and currency of the list. */
    country: countrySchema,
    currency: currencySchema,
    methods: z.array(paymentMethodSchema),
    groups: z.array(paymentGroupSchema),
    /** Why the player can't use any of them now. */
    block: z.optional(playerBlockSchema),
    /** The method of the player's last paid deposit, if it is one of them. */
    lastPaid: z.optional(
      z.object({
        paymentMethod: z.string(),
        /** One press can pay the same again: `deposit-list` says what. */
        isRepeatable: z.boolean(),
      }),
    ),
    /** The markup of the requested screen; missing where the server can't draw it. */
    screen: z.optional(z.string()),
  }),
});
