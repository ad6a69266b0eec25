import * as z from 'zod/mini';

const base64 = (bytes: number) =>
  z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
      z.length(Math.ceil(bytes / 3) * 4, `must be ${bytes} bytes`),
    );

/**
 * Card data as the widget gets it (§7): AES-GCM, opened in the browser, with the deposit's id as
 * associated data. It keeps numbers out of logs and caches on the way; who has all of it can read it.
 */
export const cardEnvelopeSchema = z.object({
  /** 256 bits, used once. */
  key: base64(32),
  iv: base64(12),
  encryptedText: z.string().check(z.maxLength(4096), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  tag: base64(16),
});

export type CardEnvelope = z.infer<typeof cardEnvelopeSchema>;
