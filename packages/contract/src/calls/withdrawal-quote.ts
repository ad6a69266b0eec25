import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { forfeitedBonusSchema } from '../entities/forfeited-bonus.ts';
import { payoutDestinationSchema } from '../entities/payout-destination.ts';
import { withdrawalOrderShape } from '../entities/withdrawal-order.ts';
import { decimalSchema, moneySchema } from '../money.ts';

/** Beyond §7: what the player confirms (§2 "confirm"). */
export const withdrawalQuote = defineCall({
  name: 'withdrawal-quote',
  method: 'POST',
  summary:
    'Returns what a withdrawal would bring: the fee, what arrives, where and when. Refuses what withdrawal-create would refuse, and creates nothing.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    ...withdrawalOrderShape,
    /** The code of `withdrawal-code`: with it saved details are shown whole. It isn't used up. */
    code: z.optional(z.string().check(z.maxLength(16))),
  }),
  response: z.object({
    /** What leaves the balance. */
    leaves: moneySchema,
    /** The part of it that isn't paid out, in the same currency. */
    fee: decimalSchema,
    /** What arrives, in the currency or coin of the payout. */
    arrives: moneySchema,
    /** The rate from the account's currency to that of the payout; null if they are the same. */
    rate: z.nullable(decimalSchema),
    /**
     * Keeps the rate for the creation (`withdrawal-create`) until `expiresAt`, in epoch milliseconds;
     * null where nothing is converted.
     */
    rateLock: z.nullable(z.object({ code: z.string(), expiresAt: z.number() })),
    /** The destination, masked: `•••• 1234`. */
    destination: z.string(),
    /** The same as the player compares it; a server of an earlier release has none. */
    destinationDetails: z.optional(payoutDestinationSchema),
    /** The account's holder, as its bank names them; null if it wasn't asked. */
    holder: z.nullable(z.string()),
    /**
     * The bank's name may be another one than the player's details have: the player confirms it
     * (`confirmedHolder` of `withdrawal-create`).
     */
    isHolderAsked: z.optional(z.boolean()),
    /** The usual minutes until the payout arrives; null if unknown. */
    usualMinutes: z.nullable(z.number()),
    /** The operator looks at it first. */
    isReviewed: z.boolean(),
    /** It is sent no earlier, since the destination is new; epoch milliseconds, or null. */
    sendsAfter: z.nullable(z.number()),
    /** The player has to confirm with a code (`withdrawal-code`). */
    needsCode: z.boolean(),
    forfeitedBonuses: z.array(forfeitedBonusSchema),
  }),
});
