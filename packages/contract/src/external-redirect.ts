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

/**
 * Returns the request for a provider's page; the fields of a GET become its query (§4). The source
 * is a safe link.
 */
export function toExternalRedirect(
  source: string,
  method: ExternalRedirect['method'],
  fields: Readonly<Record<string, string>>,
): ExternalRedirect {
  // Uses the parsed URL, not the text, so that the validated address is the one opened.
  const url = new URL(source);
  if (method === 'POST') return { method, url: url.href, fields: { ...fields } };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return { method, url: url.href };
}
