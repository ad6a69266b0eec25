import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify<Buffer, Buffer>(gzip);

/** An answer that is the same for many, ready to be sent; it never changes. */
export interface KeptAnswer {
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
export function keepAnswer(body: unknown): KeptAnswer {
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
export function isKnown({ etag }: KeptAnswer, ifNoneMatch: string | undefined): boolean {
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
