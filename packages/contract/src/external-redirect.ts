import * as z from 'zod/mini';

/** A provider's page: opened by its address, or by posting a form to it. */
export const externalRedirectSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('GET'), url: z.string() }),
  z.object({
    method: z.literal('POST'),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
]);

export type ExternalRedirect = z.infer<typeof externalRedirectSchema>;

/** 256 bits in base64url. */
export const pageCodeSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/**
 * The request of `/form` to `POST /{product}/form`; the response is an {@link ExternalRedirect}. It
 * holds the code of `deposit-page-code` and no token, since this browser has no signed-in player.
 */
export const pageCodeRequestSchema = z.object({ code: pageCodeSchema });
