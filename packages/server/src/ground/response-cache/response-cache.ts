import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify<Buffer, Buffer>(gzip);

/** A response that is the same for many clients, ready to be sent; immutable. */
export interface CachedResponse {
  /** The body that a socket sends. */
  body: unknown;
  /** The body that HTTP sends. */
  json: Buffer;
  /** Compresses on first use. */
  gzip: () => Promise<Buffer>;
  /** A strong ETag (RFC 9110): it changes with the body. */
  etag: string;
}

/** Prepares a response: the expensive work is done here, once. */
export function cacheResponse(body: unknown): CachedResponse {
  const json = Buffer.from(JSON.stringify(body));
  const digest = createHash('sha256').update(json).digest('base64url');
  let compressed: Promise<Buffer> | undefined;
  return {
    body,
    json,
    gzip: () => {
      compressed ??= compress(json);
      return compressed;
    },
    etag: `"${digest}"`,
  };
}

/** The compressed form is another representation, so its strong ETag must differ. */
export const gzipEtag = (etag: string) => etag.replace(/"$/, '-gzip"');

/**
 * Whether a client already has a response, by its `If-None-Match`. The ETags of both forms match,
 * as the client may have asked over HTTP before and ask over a socket now.
 */
export function isKnown({ etag }: CachedResponse, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/-gzip"$/, '"'),
    )
    .some((tag) => tag === etag || tag === '*');
}

/** Responses that are cached while there is room. */
export interface ResponseCache {
  /**
   * Returns the response cached under this key if it was made of the same object; otherwise makes
   * and caches it.
   * @param madeOf - the object that the response is made of, besides the key: a different one makes
   *   the cached response stale
   */
  resolve: (key: string, madeOf: object, make: () => CachedResponse) => CachedResponse;
  /** Returns the response cached under this key, as `resolve` does; undefined if there is none. */
  find: (key: string, madeOf: object) => CachedResponse | undefined;
}

/** Memory per byte of JSON, at most: the JSON, its objects, and the compressed form. */
const roomPerByte = 3;

/** Caches responses within `mostBytes` of memory; the least recently used are dropped. */
export function buildResponseCache(mostBytes = 64 * 2 ** 20): ResponseCache {
  // A map iterates in the order of insertion: the first key is the least recently used.
  const kept = new Map<string, { answer: CachedResponse; madeOf: object; bytes: number }>();
  let bytesKept = 0;
  const drop = (key: string) => {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const find: ResponseCache['find'] = (key, madeOf) => {
    const found = kept.get(key);
    if (found?.madeOf !== madeOf) return undefined;
    kept.delete(key);
    kept.set(key, found);
    return found.answer;
  };
  return {
    find,
    resolve: (key, madeOf, make) => {
      const found = find(key, madeOf);
      if (found !== undefined) return found;
      drop(key);
      const answer = make();
      const bytes = answer.json.length * roomPerByte + key.length;
      kept.set(key, { answer, madeOf, bytes });
      bytesKept += bytes;
      for (const oldest of kept.keys()) {
        if (bytesKept <= mostBytes) break;
        drop(oldest);
      }
      return answer;
    },
  };
}
