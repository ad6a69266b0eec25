import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify<Buffer, Buffer>(gzip);

/** An answer that is the same for many, ready to be sent; it never changes. */
export interface CachedResponse {
  /** As a socket sends it. */
  body: unknown;
  /** As HTTP sends it. */
  json: Buffer;
  /** Compressed when it is first asked for. */
  gzip: () => Promise<Buffer>;
  /** A strong one (RFC 9110): of another body it is another. */
  etag: string;
}

/** Makes an answer ready: what is costly is done here, once. */
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

/** Compressed it is another representation, and a strong tag says so. */
export const gzipEtag = (etag: string) => etag.replace(/"$/, '-gzip"');

/**
 * Whether a client already has an answer, by its `If-None-Match`: in whichever form it came, as the same
 * client may have asked over HTTP before and asks over a socket now.
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

/** Answers that are kept for as long as there is room. */
export interface ResponseCache {
  /**
   * The answer that was kept under this key, made of the same thing; else the one that is made now.
   * @param madeOf - what it is made of besides what the key names: of another, it is made anew
   */
  resolve: (key: string, madeOf: object, make: () => CachedResponse) => CachedResponse;
}

/** JSON, its parts as objects, and the compressed form: no more than this many times its length. */
const roomPerByte = 3;

/** Keeps answers within so much memory; those that were asked for longest ago make way. */
export function buildResponseCache(mostBytes = 64 * 2 ** 20): ResponseCache {
  // A map gives its keys in the order in which they were set: the first is the oldest.
  const kept = new Map<string, { answer: CachedResponse; madeOf: object; bytes: number }>();
  let bytesKept = 0;
  const drop = (key: string) => {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    resolve: (key, madeOf, make) => {
      const found = kept.get(key);
      if (found?.madeOf === madeOf) {
        kept.delete(key);
        kept.set(key, found);
        return found.answer;
      }
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
