import * as z from 'zod/mini';

/** A brand's settings for Example Pay. */
export const examplePayConfigSchema = z.object({
  apiUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().check(z.minLength(16)),
  /** The secret of the provider's notification signatures. */
  webhookSecret: z.string().check(z.minLength(16)),
  /** Timeout of a request in ms. */
  timeoutMs: z._default(z.number().check(z.positive(), z.maximum(10_000)), 10_000),
});

export type ExamplePayConfig = z.infer<typeof examplePayConfigSchema>;
