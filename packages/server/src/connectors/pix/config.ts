import * as z from 'zod/mini';
import { evenIfInvalid } from '../../ground/config/parse-settings.ts';
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
    /** Shown to the payer; in the code without accents, 25 characters at most. */
    merchantName: nameSchema(longest.merchantName),
    /** The same, 15 characters at most. */
    city: nameSchema(longest.city),
    /** Text for the payer beside the key, as far as there is room. */
    description: z.optional(z.string()),
    /**
     * The secret of the notification signatures of the operator's bank, or of the adapter to it.
     */
    webhookSecret: z.string().check(z.minLength(16)),
    /**
     * The time that the player is given to pay the code, in seconds. Later payments are credited
     * too.
     */
    lifetimeSeconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), 1800),
    /**
     * The bank's URL for queries of received payments (`GET <bankUrl>/pix`, "API Pix"); without it
     * no queries are sent.
     */
    bankUrl: z.optional(z.url({ protocol: /^https?$/ })),
    /** Sent to `bankUrl` as a bearer token. */
    bankToken: z.optional(z.string().check(z.minLength(16))),
    /** Timeout of a request in ms. */
    timeoutMs: z._default(z.number().check(z.positive(), z.maximum(10_000)), 10_000),
  })
  .check(
    z.refine(
      ({ key, description }) =>
        typeof key !== 'string' || !isPixKey(key) || encodeAccount(key, description) !== null,
      {
        path: ['description'],
        error: 'is too long for a code with this key',
        ...evenIfInvalid,
      },
    ),
    z.refine(({ bankUrl, bankToken }) => (bankUrl === undefined) === (bankToken === undefined), {
      path: ['bankToken'],
      error: 'and bankUrl must be set together',
      ...evenIfInvalid,
    }),
  );

export type PixConfig = z.infer<typeof pixConfigSchema>;
