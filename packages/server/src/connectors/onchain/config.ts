import * as z from 'zod/mini';

export const onchainConfigSchema = z.object({
  lifetimeHours: z._default(z.number().check(z.positive()), 24),
});

export type OnchainConfig = z.infer<typeof onchainConfigSchema>;
