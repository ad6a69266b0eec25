import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { DataKey } from './data-keys.ts';

/** The row that a sealed text belongs to: it can't be opened as another's. */
export interface SealContext {
  table:
    | 'deposits'
    | 'deposits.step'
    | 'withdrawals'
    | 'provider_notifications'
    | 'idempotency_keys';
  brandId: string;
  /** The row's id. */
  id: string;
}

/** What an index is kept of: equal values of two brands, or two fields, have nothing in common. */
export interface IndexKind {
  brandId: string;
  /** The field's name. */
  kind: string;
}

/** Seals payment details at rest (design §3.8). */
export interface Vault {
  /** Encrypts with the ring's first key. Never the same text twice. */
  seal: (plain: string, context: SealContext) => string;
  /** @throws `SealError`, the same for every cause, where the text isn't that row's or was changed. */
  open: (sealed: string, context: SealContext) => string;
  /** Id of the key that new texts are sealed with. */
  sealingKeyId: string;
  /** What a sealed text begins with exactly when the first key sealed it. */
  currentPrefix: string;
  /** A value's keyed digest, by which it is found without being opened. */
  blindIndex: (kind: IndexKind, value: string) => string;
  /** The value's digests under every key of the ring, the first one's first: to search with. */
  blindIndexes: (kind: IndexKind, value: string) => string[];
  /** A secret for another purpose, of each key of the ring, the first one's first; in hex. */
  deriveSecrets: (purpose: string) => string[];
}

/** Says nothing of why: key, context and text are told apart by nobody. */
export class SealError extends Error {
  constructor() {
    super('A sealed text could not be opened.');
    this.name = 'SealError';
  }
}

const version = 's1';
const ivBytes = 12;
const tagBytes = 16;

interface RingKey {
  id: string;
  /** Of AES-256-GCM. */
  sealing: Buffer;
  /** Of HMAC-SHA-256. */
  indexing: Buffer;
  derive: (purpose: string) => Buffer;
}

/**
 * AES-256-GCM under a ring of keys: the first seals, all open. A sealed text is
 * `s1.<key id>.<base64url of iv, encrypted text and tag>`; its row is the associated data.
 * @throws on an empty ring: that is a bug in the caller.
 */
export function buildVault(keys: readonly DataKey[]): Vault {
  const ring = keys.map(buildRingKey);
  const [first] = ring;
  if (first === undefined) throw new Error('A vault needs a key.');
  const currentPrefix = `${version}.${first.id}.`;
  return {
    seal: (plain, context) => currentPrefix + encrypt(first, plain, context),
    open: (sealed, context) => {
      const [form, keyId, payload, ...rest] = sealed.split('.');
      const key = ring.find(({ id }) => id === keyId);
      if (form !== version || key === undefined || payload === undefined || rest.length > 0) {
        throw new SealError();
      }
      return decrypt(key, payload, context);
    },
    sealingKeyId: first.id,
    currentPrefix,
    blindIndex: (kind, value) => digest(first, kind, value),
    blindIndexes: (kind, value) => ring.map((key) => digest(key, kind, value)),
    deriveSecrets: (purpose) => ring.map((key) => key.derive(purpose).toString('hex')),
  };
}

/** One key per purpose, so that none can be used against another. */
function buildRingKey({ id, secret }: DataKey): RingKey {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `kassa ${purpose}`, 32));
  return { id, derive, sealing: derive('seal'), indexing: derive('blind index') };
}

function encrypt(key: RingKey, plain: string, context: SealContext): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.sealing, iv, { authTagLength: tagBytes });
  cipher.setAAD(describe(key, context));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: RingKey, payload: string, context: SealContext): string {
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length < ivBytes + tagBytes) throw new SealError();
  const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(describe(key, context));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return finish(decipher, bytes.subarray(ivBytes, -tagBytes));
}

function finish(decipher: DecipherGCM, text: Buffer): string {
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError();
  }
}

/** A list as JSON, so that no two contexts read the same. */
function describe(key: RingKey, { table, brandId, id }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, key.id, table, brandId, id]));
}

function digest(key: RingKey, { brandId, kind }: IndexKind, value: string): string {
  const subject = JSON.stringify([brandId, kind, normalize(value)]);
  return createHmac('sha256', key.indexing).update(subject).digest('base64url');
}

/** As people write one number in several ways: `de89 3704-0044` is `DE8937040044`. */
function normalize(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}
