import * as z from 'zod/mini';

/** A brand's settings for the simulated provider. */
export const sandboxConfigSchema = z.object({
  apiUrl: z.url(),
  apiKey: z.string().check(z.minLength(16)),
  webhookSecret: z.string().check(z.minLength(16)),
});

export type SandboxConfig = z.infer<typeof sandboxConfigSchema>;
