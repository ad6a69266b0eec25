/** A key of the ring that payment details are sealed with. */
export interface DataKey {
  /** Stands in every text sealed with it, so that the ring knows which key opens it. */
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

const keyBytes = 32;

/**
 * Reads a ring of keys as `KASSA_DATA_KEYS` spells it: `<id>:<base64 of 32 bytes>`, comma-separated.
 * What is wrong is said without quoting a key.
 */
export function parseDataKeys(text: string): { keys: DataKey[] } | { problem: string } {
  const keys: DataKey[] = [];
  for (const [index, entry] of text.split(',').entries()) {
    const place = `key ${index + 1}`;
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):(.*)$/.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined) {
      return { problem: `must be a list of <id>:<base64 of 32 bytes>, and ${place} is none` };
    }
    const secret = Buffer.from(encoded, 'base64');
    // Node skips what isn't base64; what it read must spell the same text.
    if (secret.length !== keyBytes || secret.toString('base64') !== encoded) {
      return { problem: `${place} ("${id}") must be the base64 of exactly ${keyBytes} bytes` };
    }
    if (keys.some((other) => other.id === id)) return { problem: `"${id}" stands there twice` };
    if (keys.some((other) => other.secret.equals(secret))) {
      return { problem: `${place} ("${id}") is the same key as another one` };
    }
    keys.push({ id, secret });
  }
  return { keys };
}
