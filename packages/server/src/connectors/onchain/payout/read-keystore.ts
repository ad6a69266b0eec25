import { createDecipheriv, pbkdf2, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { hex } from '@scure/base';
import { keccak256 } from 'viem/utils';
import * as z from 'zod/mini';

const bytesSchema = z.pipe(
  z.string().check(z.regex(/^([0-9a-f]{2})+$/i, 'must be hex')),
  z.transform((text) => hex.decode(text.toLowerCase())),
);

/** Web3 secret storage, version 3, as geth and all wallets of Ethereum write it. */
const keystoreSchema = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    cipherparams: z.object({ iv: bytesSchema }),
    ciphertext: bytesSchema,
    mac: bytesSchema,
    kdf: z.enum(['scrypt', 'pbkdf2']),
    kdfparams: z.object({
      dklen: z.literal(32),
      salt: bytesSchema,
      n: z.optional(z.int().check(z.minimum(2), z.maximum(2 ** 20))),
      r: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
      p: z.optional(z.int().check(z.minimum(1), z.maximum(16))),
      c: z.optional(z.int().check(z.minimum(1), z.maximum(10_000_000))),
      prf: z.optional(z.literal('hmac-sha256')),
    }),
  }),
});

type Keystore = z.infer<typeof keystoreSchema>['crypto'];

/** A file that isn't a keystore, or whose password is wrong. The text has no secret. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
}

/**
 * Decrypts the private key of a keystore.
 * @throws KeystoreError
 */
export async function readKeystore(text: string, password: string): Promise<Uint8Array> {
  const { crypto } = parseKeystore(text);
  const derived = await deriveKey(crypto, password);
  const checked = keccak256(
    Uint8Array.from([...derived.subarray(16, 32), ...crypto.ciphertext]),
    'bytes',
  );
  if (!Buffer.from(checked).equals(Buffer.from(crypto.mac))) {
    throw new KeystoreError('the password of the keystore is wrong, or its file is damaged');
  }
  const decipher = createDecipheriv(crypto.cipher, derived.subarray(0, 16), crypto.cipherparams.iv);
  const key = Buffer.concat([decipher.update(crypto.ciphertext), decipher.final()]);
  if (key.length !== 32) throw new KeystoreError('the keystore holds no key of 32 bytes');
  return Uint8Array.from(key);
}

function parseKeystore(text: string) {
  try {
    return keystoreSchema.parse(JSON.parse(text));
  } catch {
    // The parser would repeat parts of the file.
    throw new KeystoreError('the file is no keystore of version 3');
  }
}

async function deriveKey({ kdf, kdfparams }: Keystore, password: string): Promise<Buffer> {
  const { salt, dklen, n, r, p, c } = kdfparams;
  if (kdf === 'scrypt' && n !== undefined && r !== undefined && p !== undefined) {
    const options = { N: n, r, p, maxmem: 256 * n * r + 1024 * 1024 };
    return promisify<string, Uint8Array, number, object, Buffer>(scrypt)(
      password,
      salt,
      dklen,
      options,
    );
  }
  if (kdf === 'pbkdf2' && c !== undefined) {
    return promisify(pbkdf2)(password, salt, c, dklen, 'sha256');
  }
  throw new KeystoreError('the keystore lacks the parameters of its key derivation');
}
