import * as z from 'zod/mini';

/** A text per language; `en` is always present. */
export const localizedTextSchema = z.record(
  z.string(),
  z.string().check(z.minLength(1), z.maxLength(300)),
);

/** A provider's text for the player: in a language of the provider's choice, or per language. */
export const providerTextSchema = z.union([
  z.string().check(z.minLength(1), z.maxLength(1000)),
  localizedTextSchema,
]);

export type ProviderText = z.infer<typeof providerTextSchema>;
