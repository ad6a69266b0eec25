import * as z from 'zod/mini';

/** Standard Webhooks: a signing key has 24 to 64 random bytes. */
const isSigningSecret = (text: string): boolean => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (encoded === undefined) return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
};

const secretSchema = z
  .string()
  .check(z.refine(isSigningSecret, 'must be "whsec_" and 24 to 64 bytes in base64'));

const addressSchema = z.string().check(
  z.refine((text) => {
    const url = URL.parse(text);
    return (
      url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
    );
  }, 'must be an http(s) address without a password or a fragment'),
);

/**
 * Describes a URL of the operator to which Kassa sends signed requests, with its timeout. It may
 * lie in a private network: the operator is responsible for its own URLs.
 */
export function defineEndpoint(timeout: { fallbackMs: number; longestMs: number }) {
  return z.object({
    url: addressSchema,
    /**
     * Each request carries one signature per secret: to rotate, add the new secret, then remove the
     * old.
     */
    secrets: z.array(secretSchema).check(z.minLength(1), z.maxLength(5)),
    timeoutMs: z._default(
      z.int().check(z.minimum(100), z.maximum(timeout.longestMs)),
      timeout.fallbackMs,
    ),
  });
}

export type Endpoint = z.infer<ReturnType<typeof defineEndpoint>>;
