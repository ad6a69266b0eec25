import { createCipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { hex } from '@scure/base';
import { keccak256 } from 'viem/utils';

/** Writes a private key as a keystore of version 3, with few rounds: it protects no real money. */
export function writeKeystore(key: Uint8Array, password: string): string {
  const [n, r, p] = [1024, 8, 1];
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const derived = scryptSync(password, salt, 32, { N: n, r, p });
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(key), cipher.final()]);
  const mac = keccak256(Uint8Array.from([...derived.subarray(16), ...ciphertext]));
  return JSON.stringify({
    version: 3,
    id: randomUUID(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: hex.encode(iv) },
      ciphertext: hex.encode(ciphertext),
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n, p, r, salt: hex.encode(salt) },
      mac: mac.slice(2),
    },
  });
}
