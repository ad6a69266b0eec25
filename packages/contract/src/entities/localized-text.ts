import * as z from 'zod/mini';

/** Words per language; `en` is always there. */
export const localizedTextSchema = z.record(
  z.string(),
  z.string().check(z.minLength(1), z.maxLength(300)),
);

/** A provider's words for the player: in whatever language it speaks, or per language. */
export const providerTextSchema = z.union([
  z.string().check(z.minLength(1), z.maxLength(1000)),
  localizedTextSchema,
]);

export type ProviderText = z.infer<typeof providerTextSchema>;
