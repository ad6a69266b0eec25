import { createCipheriv, randomBytes } from 'node:crypto';
import type { CardEnvelope } from '@kassa/contract';

/**
 * Encrypts card data for the browser of the deposit's player (§7): AES-256-GCM under a new key,
 * with the deposit's id as associated data.
 */
export function sealCard(text: string, depositId: string): CardEnvelope {
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(depositId));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    key: key.toString('base64'),
    iv: iv.toString('base64'),
    encryptedText: encrypted.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}
