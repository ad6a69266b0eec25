import { type CardEnvelope, cardEnvelopeSchema } from '@kassa/contract';
import { CardError } from './card-error.ts';

const tagBits = 128;

/** The deposit that an envelope is sealed for. */
export interface SealedFor {
  depositId: string;
  /** For support, where the envelope is damaged. */
  reference: string;
}

/**
 * Decrypts the card data of a deposit in the browser (§7): AES-256-GCM with the deposit's id as
 * associated data, so that another deposit's envelope doesn't decrypt.
 * @throws CardError where the shape, the key or a single bit is wrong
 */
export async function openCard(
  envelope: CardEnvelope,
  { depositId, reference }: SealedFor,
): Promise<string> {
  try {
    const { key, iv, encryptedText, tag } = cardEnvelopeSchema.parse(envelope);
    const secret = await crypto.subtle.importKey('raw', decodeBase64(key), 'AES-GCM', false, [
      'decrypt',
    ]);
    const algorithm = {
      name: 'AES-GCM',
      iv: decodeBase64(iv),
      additionalData: new TextEncoder().encode(depositId),
      tagLength: tagBits,
    };
    // WebCrypto expects the tag at the end of the ciphertext.
    const sealed = joinBytes(decodeBase64(encryptedText), decodeBase64(tag));
    const opened = await crypto.subtle.decrypt(algorithm, secret, sealed);
    return new TextDecoder('utf-8', { fatal: true }).decode(opened);
  } catch (error) {
    throw new CardError(error, reference);
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function joinBytes(
  left: Uint8Array<ArrayBuffer>,
  right: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
