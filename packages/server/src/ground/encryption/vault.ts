import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type DecipherGCM,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { DataKey } from './data-keys.ts';

/** The row that a sealed text belongs to. The text can't be opened with another row's context. */
export interface SealContext {
  table:
    | 'deposits'
    | 'deposits.step'
    | 'deposits.player'
    | 'withdrawals'
    | 'withdrawals.player'
    | 'payout_batches'
    | 'payments.instrument'
    | 'requisites'
    | 'bank_transfers'
    | 'bank_statement_lines'
    | 'claims'
    | 'claim_proofs'
    | 'claim_proofs.comment'
    | 'provider_notifications'
    | 'saved_details'
    | 'idempotency_keys';
  brandId: string;
  /** The row's id. */
  id: string;
}

/** The scope of a search digest: equal values of two brands or fields have different digests. */
export interface IndexKind {
  brandId: string;
  /** The field's name. */
  kind: string;
}

/** Seals payment details at rest (design §3.8). */
export interface Vault {
  /**
   * Encrypts a text or the bytes of a file with the ring's first key. Sealing twice gives different
   * results.
   */
  seal: (plain: string | Buffer, context: SealContext) => string;
  /**
   * @throws `SealError`, the same for every cause, if the text was sealed for another row or
   *   changed.
   */
  open: (sealed: string, context: SealContext) => string;
  /** Opens the bytes of a file; throws like `open`. */
  openBytes: (sealed: string, context: SealContext) => Buffer;
  /** Id of the key that seals new texts. */
  sealingKeyId: string;
  /** A sealed text begins with this prefix exactly if the first key sealed it. */
  currentPrefix: string;
  /** Returns a value's keyed digest, by which its row is found without opening it. */
  blindIndex: (kind: IndexKind, value: string) => string;
  /**
   * Returns the value's digests under every key of the ring, the first key's first; for searches.
   */
  blindIndexes: (kind: IndexKind, value: string) => string[];
  /** Returns a secret for another purpose, derived from each key, the first key's first; in hex. */
  deriveSecrets: (purpose: string) => string[];
}

/** One error for all causes: it doesn't tell whether key, context or text was wrong. */
export class SealError extends Error {
  constructor() {
    super('The sealed text could not be opened.');
    this.name = 'SealError';
  }
}

/** Returns what is opened; null if its encryption key is no longer in the key ring. */
export function nullIfUnreadable<Result>(open: () => Result): Result | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

const version = 's1';
const ivBytes = 12;
const tagBytes = 16;

/** The keys are objects of node:crypto, which would build one from bytes at each use. */
interface RingKey {
  id: string;
  /** The AES-256-GCM key. */
  sealing: KeyObject;
  /** The HMAC-SHA-256 key. */
  indexing: KeyObject;
  /** The secret for another purpose, in hex. */
  secretFor: (purpose: string) => string;
}

/**
 * Builds a vault with AES-256-GCM under a key ring: the first key seals, all keys open. A sealed
 * text is `s1.<key id>.<base64url of iv, ciphertext and tag>`; its row is the associated data.
 * @throws on an empty ring, which is a bug in the caller.
 */
export function buildVault(keys: readonly DataKey[]): Vault {
  const ring = keys.map(buildRingKey);
  const [first] = ring;
  if (first === undefined) throw new Error('A vault needs a key.');
  const currentPrefix = `${version}.${first.id}.`;
  const openBytes: Vault['openBytes'] = (sealed, context) => {
    const [form, keyId, payload, ...rest] = sealed.split('.');
    const key = ring.find(({ id }) => id === keyId);
    if (form !== version || key === undefined || payload === undefined || rest.length > 0) {
      throw new SealError();
    }
    return decrypt(key, payload, context);
  };
  return {
    seal: (plain, context) => currentPrefix + encrypt(first, plain, context),
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    openBytes,
    sealingKeyId: first.id,
    currentPrefix,
    blindIndex: (kind, value) => digest(first, kind, value),
    blindIndexes: (kind, value) => ring.map((key) => digest(key, kind, value)),
    deriveSecrets: (purpose) => ring.map(({ secretFor }) => secretFor(purpose)),
  };
}

/** Derives one key per purpose, so that no purpose can be abused for another. */
function buildRingKey({ id, secret }: DataKey): RingKey {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `kassa ${purpose}`, 32));
  const sealing = createSecretKey(derive('seal'));
  const indexing = createSecretKey(derive('blind index'));
  // The purposes are few; each secret is derived once.
  const secrets = new Map<string, string>();
  const secretFor = (purpose: string) => {
    const known = secrets.get(purpose) ?? derive(purpose).toString('hex');
    secrets.set(purpose, known);
    return known;
  };
  return { id, secretFor, sealing, indexing };
}

function encrypt(key: RingKey, plain: string | Buffer, context: SealContext): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.sealing, iv, { authTagLength: tagBytes });
  cipher.setAAD(describe(key, context));
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: RingKey, payload: string, context: SealContext): Buffer {
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length < ivBytes + tagBytes) throw new SealError();
  const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(describe(key, context));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return finish(decipher, bytes.subarray(ivBytes, -tagBytes));
}

function finish(decipher: DecipherGCM, text: Buffer): Buffer {
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch {
    throw new SealError();
  }
}

/** JSON of a list, so that no two contexts give the same bytes. */
function describe(key: RingKey, { table, brandId, id }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, key.id, table, brandId, id]));
}

function digest(key: RingKey, { brandId, kind }: IndexKind, value: string): string {
  const subject = JSON.stringify([brandId, kind, normalizeNumber(value)]);
  return createHmac('sha256', key.indexing).update(subject).digest('base64url');
}

/** Ignores the ways to write one number: `de89 3704-0044` equals `DE8937040044`. */
export function normalizeNumber(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}
