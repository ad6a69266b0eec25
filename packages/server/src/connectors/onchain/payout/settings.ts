import { compareDecimals, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { evenIfInvalid } from '../../../ground/config/parse-settings.ts';
import { defineEndpoint } from '../../../ground/signed-http/endpoint-settings.ts';

const amountSchema = decimalSchema.check(
  z.refine((amount) => compareDecimals(amount, '0') > 0, 'must be above 0'),
);

/** Who signs. The private key itself stands in no setting. */
export const signerSettingsSchema = z.discriminatedUnion('kind', [
  /** A service of the operator's that holds the key (docs/crypto.md, "The signer"). */
  z.extend(defineEndpoint({ fallbackMs: 10_000, longestMs: 60_000 }), {
    kind: z.literal('remote'),
  }),
  /** An encrypted file of the key, for development alone: a live brand refuses it. */
  z
    .object({
      kind: z.literal('keystore'),
      /** A Web3 secret storage (version 3), also for keys of Bitcoin's kind. */
      file: z.string().check(z.minLength(1), z.maxLength(1000)),
      password: z.optional(z.string().check(z.maxLength(1000))),
      passwordFile: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    })
    .check(
      z.refine(
        ({ password, passwordFile }) => (password === undefined) !== (passwordFile === undefined),
        {
          path: ['password'],
          error: 'or passwordFile must be set, and not both',
          ...evenIfInvalid,
        },
      ),
    ),
]);

export type SignerSettings = z.infer<typeof signerSettingsSchema>;

/** What a wallet of every chain has. */
export const payoutsShape = {
  signer: signerSettingsSchema,
  /** By currency: the most that is paid in 24 hours. */
  dailyCap: z._default(z.record(currencySchema, amountSchema), {}),
  /** The most that the fee of one payout may be, in the chain's own coin. */
  feeCap: amountSchema,
  /** After so many minutes in no block, a payout's fee is raised. */
  stuckMinutes: z.optional(z.number().check(z.minimum(0.1), z.maximum(10_080))),
};

/** After how many minutes a transaction counts as stuck, by default. */
export const defaultStuckMinutes = {
  BINANCE_SMART_CHAIN: 3,
  BITCOIN: 90,
  DOGECOIN: 30,
  ETHEREUM: 10,
  LITECOIN: 45,
} as const;
