import * as z from 'zod/mini';

const pageConfigSchema = z.object({
  /** The brand in the address. */
  product: z.string(),
  /** The origins of the pages that may embed the widget. */
  allowedOrigins: z.array(z.string()),
  /** Whether the console hooks of §7 exist in production too. */
  debugHooks: z._default(z.boolean(), false),
  /** Whether the empty page mentions that a VPN may help. */
  vpnHint: z._default(z.boolean(), false),
  /** The operator's support for players. */
  supportUrl: z.optional(z.string()),
  /** The files of the brand's own logos in `icons/`, by id. */
  ownIcons: z._default(z.record(z.string(), z.string()), {}),
});

export type PageConfig = z.infer<typeof pageConfigSchema>;

/**
 * Reads the settings that the server wrote into the page.
 * @throws where the page has no such block
 */
export function readPageConfig(document: Document): PageConfig {
  const block = document.getElementById('kassa-page')?.textContent ?? 'null';
  return pageConfigSchema.parse(JSON.parse(block));
}
