import * as z from 'zod/mini';

const base64 = (bytes: number) =>
  z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
      z.length(Math.ceil(bytes / 3) * 4, `must be ${bytes} bytes`),
    );

/**
 * Card data as sent to the widget (§7): AES-GCM, decrypted in the browser, with the deposit's id as
 * associated data. Encryption keeps card numbers out of logs and caches on the way; anyone with the
 * whole envelope can read them.
 */
export const cardEnvelopeSchema = z.object({
  /** 256 bits, for one use. */
  key: base64(32),
  iv: base64(12),
  encryptedText: z.string().check(z.maxLength(4096), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  tag: base64(16),
});

export type CardEnvelope = z.infer<typeof cardEnvelopeSchema>;
