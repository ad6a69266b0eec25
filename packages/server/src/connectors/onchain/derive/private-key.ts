import { decodeBase58Check } from './base58-check.ts';

/** Why a setting with a private key is refused; the key itself is never repeated. */
export const privateKeyProblem =
  'holds a private key, which must never be on this server: take it out, give the extended public ' +
  'key (xpub) instead, and move the money that this key can spend';

/** The prefixes of extended private keys (SLIP-132), also inside of a descriptor. */
const extendedPrivate = /(?:^|[^A-Za-z0-9])(?:[xyztuvYZUV]prv|Ltpv|Mtpv|ttpv|dgpv)[A-Za-z0-9]{20}/;

/**
 * Whether a text is an extended private key, or holds one. A mistyped one counts too: it is nearly
 * one.
 */
export function isExtendedPrivateKey(text: string): boolean {
  return extendedPrivate.test(text) || isPrivateBody(decodeBase58Check(text.trim()));
}

/** The same of any way to write a private key: raw, as of a wallet's backup, or its seed's words. */
export function isPrivateKey(text: string): boolean {
  const trimmed = text.trim();
  return (
    isExtendedPrivateKey(trimmed) ||
    /^(?:0x)?[0-9a-f]{64}$/i.test(trimmed) ||
    /^\p{L}+(?:\s+\p{L}+){11,}$/u.test(trimmed) ||
    isWif(decodeBase58Check(trimmed))
  );
}

/** BIP-32: 78 bytes, of which the last 33 are the key; a private one begins with zero. */
function isPrivateBody(bytes: Uint8Array | null): boolean {
  return bytes?.length === 78 && bytes[45] === 0;
}

/** A version, 32 bytes, and 1 if its public key is compressed; no address is as long. */
function isWif(bytes: Uint8Array | null): boolean {
  return bytes?.length === 33 || (bytes?.length === 34 && bytes[33] === 1);
}
