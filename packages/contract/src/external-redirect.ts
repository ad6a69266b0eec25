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
