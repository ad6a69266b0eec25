import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { decimalSchema, moneySchema } from '../money.ts';

/*
 * The requests of Kassa to an operator's own wallet, and the wallet's responses (docs/wallet.md).
 * Each request is a signed POST to one address; `operation` names what to do.
 */

const idSchema = z.string().check(z.minLength(1), z.maxLength(128));

/** Tests the text only: the check also runs on text that isn't a decimal. */
const positiveSchema = decimalSchema.check(z.regex(/^[^-]*[1-9]/, 'must be more than zero'));

/** The account: the operator's own player id, and the currency. */
const account = { playerId: idSchema, currency: currencySchema };

/** The purposes of a transfer. None is sent for a `bonus` yet: bonuses live in Kassa's ledger. */
export const walletPurposes = [
  'deposit',
  'bonus',
  'withdrawal',
  'refund',
  'chargeback',
  'correction',
] as const;

export type WalletPurpose = (typeof walletPurposes)[number];

const transfer = {
  ...account,
  /** Unique for ever: a repeated id never moves money twice. */
  transferId: idSchema,
  amount: positiveSchema,
  /** The deposit, withdrawal, reversal or correction that it belongs to. */
  subjectId: idSchema,
  /*
   * The following fields are missing in transfers that a release without them began: a repeated
   * transfer has the same body. They become required in the next release.
   */
  brand: z.optional(idSchema),
  /** The purpose of the transfer: one of {@link walletPurposes}, to which a release may add. */
  kind: z.optional(idSchema),
  /** The reference for people: the deposit's `KS-…`, the withdrawal's `KW-…`, the correction's `KC-…`. */
  reference: z.optional(idSchema),
  /** The payment method; null if there is none. */
  paymentType: z.optional(z.nullable(idSchema)),
};

export const walletRequestSchema = z.discriminatedUnion('operation', [
  /** `brand` is missing in requests of the release before. */
  z.object({ operation: z.literal('profile'), ...account, brand: z.optional(idSchema) }),
  /** Adds money to a player's balance. */
  z.object({ operation: z.literal('credit'), ...transfer }),
  /** Takes money off a player's balance for good. */
  z.object({ operation: z.literal('debit'), ...transfer }),
  /** Takes money from a player's balance and holds it. */
  z.object({ operation: z.literal('hold'), ...transfer }),
  /** Captures a hold: the money has left for good. `holdId` is the hold's `transferId`. */
  z.object({ operation: z.literal('capture'), ...transfer, holdId: idSchema }),
  /** Releases a hold: the money belongs to the player's balance again. */
  z.object({ operation: z.literal('release'), ...transfer, holdId: idSchema }),
]);

export type WalletRequest = z.infer<typeof walletRequestSchema>;

/** The response to `profile`, with status 200. */
export const walletProfileSchema = z.object({
  playerId: idSchema,
  /** The player's spendable balance, without held money. */
  balance: moneySchema,
  /** The country, if the wallet knows it better than the player's token. */
  country: z.optional(countrySchema),
  role: z.optional(z.number()),
  /**
   * The person, for providers: `firstName`, `lastName`, `email`, `phone`, `birthDate`, and `address`
   * with `line`, `city`, `postalCode`, `region`, `country`. Each part is optional. Any value parses:
   * Kassa leaves out a part that it doesn't understand, and the profile stays valid.
   */
  person: z.optional(z.unknown()),
});

export type WalletProfile = z.infer<typeof walletProfileSchema>;

/** The response to a transfer that is done, now or earlier, with status 200. */
export const walletDoneSchema = z.object({ transferId: idSchema, status: z.literal('done') });

export type WalletDone = z.infer<typeof walletDoneSchema>;

/**
 * The reasons for which a wallet rejects a transfer, with their HTTP status. The wallet moved no
 * money and never will for this transfer, except for `transferReused` and `unknownOperation`.
 */
export const walletRefusals = {
  /** The balance doesn't cover the debit or hold. */
  insufficient: 422,
  unknownPlayer: 422,
  /** The player has no account in this currency. */
  unknownCurrency: 422,
  /** The player has no such hold. */
  unknownHold: 422,
  /** The amount differs from the hold's. */
  amountMismatch: 422,
  /** Another transfer captured or released the hold. */
  holdEnded: 409,
  /** An earlier request had the same `transferId` and another body; it may have moved the money. */
  transferReused: 409,
  /** The operator rejects the transfer for its own reason. */
  refused: 422,
  /** The wallet has no such operation yet. It counts as no refusal: Kassa asks again. */
  unknownOperation: 422,
} as const satisfies Record<string, 409 | 422>;

export type WalletRefusal = keyof typeof walletRefusals;

/** The body of a rejection. */
export const walletRefusalSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(walletRefusals) as WalletRefusal[]),
    /** For the log. */
    message: z.optional(z.string()),
  }),
});
