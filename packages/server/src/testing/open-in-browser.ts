import type { CardEnvelope } from '@kassa/contract';

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** Opens an envelope as a browser does, with WebCrypto alone. */
export async function openInBrowser(envelope: CardEnvelope, depositId: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', fromBase64(envelope.key), 'AES-GCM', false, [
    'decrypt',
  ]);
  const [text, tag] = [fromBase64(envelope.encryptedText), fromBase64(envelope.tag)];
  const plain = await crypto.subtle.decrypt(
    {
      name: 'AES-GCM',
      iv: fromBase64(envelope.iv),
      additionalData: new TextEncoder().encode(depositId),
      tagLength: 128,
    },
    key,
    new Uint8Array([...text, ...tag]),
  );
  return new TextDecoder().decode(plain);
}
