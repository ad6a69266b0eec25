import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import * as z from 'zod/mini';

/** The key that signs player tokens, and its public half. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

const privateJwkSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});
type PrivateJwk = z.infer<typeof privateJwkSchema>;

/**
 * Loads the Ed25519 key from `folder`, or creates it at the first start; only its owner can read
 * it.
 * @throws if the file exists without such a key: replacing it silently would end all sessions.
 */
export async function loadSigningKey(folder: string): Promise<SigningKey> {
  const file = path.join(folder, 'signing-key.json');
  const jwk = (await readKey(file)) ?? (await makeKey(folder, file));
  const kid = await calculateJwkThumbprint(jwk);
  const privateKey = await importJWK(jwk, 'EdDSA');
  if (privateKey instanceof Uint8Array) throw new Error(`${file} holds a symmetric key`);
  const { kty, crv, x } = jwk;
  return { kid, privateKey, publicJwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } };
}

async function readKey(file: string): Promise<PrivateJwk | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return privateJwkSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} holds no Ed25519 key; delete it to get a new one`, { cause });
  }
}

async function makeKey(folder: string, file: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = privateJwkSchema.parse(await exportJWK(privateKey));
  // The data folder above is shared and keeps its own mode.
  await mkdir(path.dirname(folder), { recursive: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The key is written under another name first, so that a crash leaves no partial key.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(jwk)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return jwk;
}
