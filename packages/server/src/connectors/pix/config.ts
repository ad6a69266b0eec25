import * as z from 'zod/mini';
import { encodeAccount, foldToAscii, longest } from './br-code/encode-br-code.ts';
import { isPixKey } from './br-code/pix-key.ts';

const nameSchema = (length: number) =>
  z.string().check(
    z.maxLength(120),
    z.refine((text) => foldToAscii(text, length) !== '', 'must have letters that a code can have'),
  );

/** A brand's settings for its own Pix key. */
export const pixConfigSchema = z
  .object({
    /** CPF, CNPJ, phone (`+55…`), e-mail or random key of the operator's account. */
    key: z.string().check(z.refine(isPixKey, 'must be a Pix key')),
    /** Shown to the payer; a code holds it without accents, 25 characters at most. */
    merchantName: nameSchema(longest.merchantName),
    /** The same, of 15 characters. */
    city: nameSchema(longest.city),
    /** Words for the payer beside the key, as far as there is room. */
    description: z.optional(z.string()),
    /** Signs what the operator's bank, or the adapter to it, tells us. */
    webhookSecret: z.string().check(z.minLength(16)),
    /** How long the player is told that the code can be paid, in seconds. It is never too late to be credited. */
    lifetimeSeconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), 1800),
    /** Where received payments can be asked for (`GET <bankUrl>/pix`, "API Pix"); left out: nobody is asked. */
    bankUrl: z.optional(z.url({ protocol: /^https?$/ })),
    /** Sent there as a bearer token. */
    bankToken: z.optional(z.string().check(z.minLength(16))),
    /** How long an answer is waited for. */
    timeoutMs: z._default(z.number().check(z.positive(), z.maximum(10_000)), 10_000),
  })
  .check(
    z.refine(({ key, description }) => !isPixKey(key) || encodeAccount(key, description) !== null, {
      path: ['description'],
      error: 'is too long to stand in a code beside the key',
    }),
    z.refine(({ bankUrl, bankToken }) => (bankUrl === undefined) === (bankToken === undefined), {
      path: ['bankToken'],
      error: 'and bankUrl need each other',
    }),
  );

export type PixConfig = z.infer<typeof pixConfigSchema>;
