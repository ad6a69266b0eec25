import * as z from 'zod/mini';

/** A provider's page to open: by address, or by posting a form to it. */
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
 * What `/form` asks `POST /{product}/form` with, to be answered with an {@link ExternalRedirect}: the
 * code of `deposit-page-code`, and no token, since the browser that it runs in knows no player.
 */
export const pageCodeRequestSchema = z.object({ code: pageCodeSchema });
