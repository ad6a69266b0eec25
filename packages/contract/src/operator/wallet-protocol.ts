import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { decimalSchema, moneySchema } from '../money.ts';

/*
 * What Kassa asks an operator's own wallet, and what the wallet answers (docs/wallet.md). All of it
 * is a signed POST to one address; `operation` says what is wanted.
 */

const idSchema = z.string().check(z.minLength(1), z.maxLength(128));

/** It looks at the text alone: it runs on what is no decimal, too. */
const positiveSchema = decimalSchema.check(z.regex(/^[^-]*[1-9]/, 'must be more than zero'));

/** Whose account: players are named by the operator's own id. */
const account = { playerId: idSchema, currency: currencySchema };

const transfer = {
  ...account,
  /** Unique for ever: the same one never moves money twice. */
  transferId: idSchema,
  amount: positiveSchema,
  /** The deposit, withdrawal or reversal that it belongs to. */
  subjectId: idSchema,
};

export const walletRequestSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('profile'), ...account }),
  /** Adds money to a player's balance. */
  z.object({ operation: z.literal('credit'), ...transfer }),
  /** Takes money off a player's balance and keeps it aside. */
  z.object({ operation: z.literal('hold'), ...transfer }),
  /** The money of a hold has left for good. `holdId` is the hold's `transferId`. */
  z.object({ operation: z.literal('capture'), ...transfer, holdId: idSchema }),
  /** The money of a hold is the player's again. */
  z.object({ operation: z.literal('release'), ...transfer, holdId: idSchema }),
]);

export type WalletRequest = z.infer<typeof walletRequestSchema>;

/** The answer to `profile`, with status 200. */
export const walletProfileSchema = z.object({
  playerId: idSchema,
  /** What the player can spend now: without what is held. */
  balance: moneySchema,
  /** Where the wallet knows better than the player's token. */
  country: z.optional(countrySchema),
  role: z.optional(z.number()),
});

export type WalletProfile = z.infer<typeof walletProfileSchema>;

/** The answer to a transfer that was done, now or before, with status 200. */
export const walletDoneSchema = z.object({ transferId: idSchema, status: z.literal('done') });

export type WalletDone = z.infer<typeof walletDoneSchema>;

/**
 * Why a wallet certainly did nothing, and never will for this transfer, but for `transferReused`: the
 * HTTP status of each.
 */
export const walletRefusals = {
  /** The balance doesn't cover the hold. */
  insufficient: 422,
  unknownPlayer: 422,
  /** The player has no account in this currency. */
  unknownCurrency: 422,
  /** There is no such hold of this player. */
  unknownHold: 422,
  /** The amount isn't that of the hold. */
  amountMismatch: 422,
  /** The hold was captured or released by another transfer. */
  holdEnded: 409,
  /** The same `transferId` came before with another body, which may have moved the money. */
  transferReused: 409,
  /** The operator doesn't want it, for a reason of its own. */
  refused: 422,
} as const satisfies Record<string, 409 | 422>;

export type WalletRefusal = keyof typeof walletRefusals;

/** The body of a refusal. */
export const walletRefusalSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(walletRefusals) as WalletRefusal[]),
    /** For the log. */
    message: z.optional(z.string()),
  }),
});
