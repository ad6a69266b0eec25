import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  base64url,
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JWK,
} from 'jose';
import * as z from 'zod/mini';

/** A public Ed25519 key (RFC 8037). Other members, such as the private `d`, are refused. */
const publicKeySchema = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().check(z.regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')),
  kid: z.optional(z.string()),
  alg: z.optional(z.literal('EdDSA')),
  use: z.optional(z.literal('sig')),
});

/** The keys that sign receipts. */
export const receiptSettingsSchema = z.strictObject({
  /** The private key: PKCS #8 (RFC 5958), DER in base64. */
  key: z
    .string()
    .check(
      z.refine(
        (text) => readPrivateKey(text) !== null,
        'must be an Ed25519 key: PKCS #8, DER in base64',
      ),
    ),
  /** Public keys of before: their receipts stay valid. */
  earlierKeys: z._default(z.array(publicKeySchema), []),
});

export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>;

function readPrivateKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey({
      key: Buffer.from(text, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Returns the public keys as they are published; the one that signs comes first. */
export function publicKeysOf(settings: ReceiptSettings | null): Promise<JWK[]> {
  if (settings === null) return Promise.resolve([]);
  const { kty, crv, x } = createPublicKey(requireKey(settings)).export({ format: 'jwk' });
  return Promise.all(
    [{ kty, crv, x } as JWK, ...settings.earlierKeys].map(async (key) => ({
      ...{ kty: 'OKP', crv: 'Ed25519', x: key.x },
      ...{ kid: await calculateJwkThumbprint(key), alg: 'EdDSA', use: 'sig' },
    })),
  );
}

const type = 'kassa-receipt+jws';

/** Signs a receipt as a compact JWS (RFC 7515); null if the brand has no key. */
export async function signReceipt(
  settings: ReceiptSettings | null,
  receipt: object,
): Promise<string | null> {
  if (settings === null) return null;
  const [key] = await publicKeysOf(settings);
  return new CompactSign(Buffer.from(JSON.stringify(receipt)))
    .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: key?.kid ?? '' })
    .sign(requireKey(settings));
}

function requireKey({ key }: ReceiptSettings): KeyObject {
  const found = readPrivateKey(key);
  if (found === null) throw new Error("The brand's receipt key was changed after its check.");
  return found;
}

/** What a file with a receipt says, or why it isn't valid. */
export type VerifiedReceipt =
  | { isValid: true; kid: string; payload: unknown }
  | { isValid: false; problem: string };

const jwsPattern = /(?<![\w.-])[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}(?![\w.-])/g;

/** Finds the only JWS in a text; null if there is none, or several. */
export function findSigned(text: string): string | null {
  const found = new Set(text.match(jwsPattern)?.filter(isReceipt));
  const [first] = found;
  return found.size === 1 && first !== undefined ? first : null;
}

function isReceipt(text: string): boolean {
  try {
    return decodeProtectedHeader(text).typ === type;
  } catch {
    return false;
  }
}

/** Reads the payload of a JWS without a check of its signature; null if it isn't JSON. */
export function readUnverified(signed: string): unknown {
  try {
    return JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return null;
  }
}

/** Verifies the signature of a receipt by one of these keys. Any changed character is a problem. */
export async function verifyReceipt(
  signed: string,
  keys: readonly JWK[],
): Promise<VerifiedReceipt> {
  // The last character of a part may have bits that no decoder reads.
  const isExact = signed
    .split('.')
    .every((part) => base64url.encode(Buffer.from(part, 'base64url')) === part);
  if (!isExact) return { isValid: false, problem: 'the signature was changed' };
  const { kid = '' } = decodeProtectedHeader(signed);
  const thumbprints = await Promise.all(keys.map((key) => calculateJwkThumbprint(key)));
  const key = keys[thumbprints.indexOf(kid)];
  if (key === undefined) return { isValid: false, problem: `no key is named ${kid}` };
  try {
    const { payload } = await compactVerify(signed, await importJWK(key, 'EdDSA'), {
      algorithms: ['EdDSA'],
    });
    return { isValid: true, kid, payload: JSON.parse(Buffer.from(payload).toString()) };
  } catch {
    return { isValid: false, problem: 'the signature does not match' };
  }
}
