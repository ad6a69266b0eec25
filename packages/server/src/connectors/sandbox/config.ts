import * as z from 'zod/mini';

/** A brand's settings for the simulated provider. */
export const sandboxConfigSchema = z.object({
  apiUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().check(z.minLength(16)),
  webhookSecret: z.string().check(z.minLength(16)),
  /** Timeout of a request in ms. */
  timeoutMs: z._default(z.number().check(z.positive(), z.maximum(10_000)), 10_000),
});

export type SandboxConfig = z.infer<typeof sandboxConfigSchema>;
