import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { type CachedResponse, gzipEtag } from '../ground/response-cache/response-cache.ts';

const compress = promisify<string, Buffer>(gzip);

/** Below this size a response fits one packet, and compression gains nothing. */
const smallestCompressedBytes = 1400;

/**
 * Sends JSON, compressed if large: a list of methods is several packets uncompressed and one
 * compressed, which players on slow phones notice.
 */
export async function sendJson(
  reply: FastifyReply,
  body: unknown,
  accepted: string | undefined,
): Promise<FastifyReply> {
  const json = JSON.stringify(body);
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (!isCompressed(json, accepted)) {
    return reply.send(json);
  }
  return reply.header('content-encoding', 'gzip').send(await compress(json));
}

function isCompressed({ length }: { length: number }, accepted: string | undefined): boolean {
  return length >= smallestCompressedBytes && /\bgzip\b/.test(accepted ?? '');
}

/**
 * Sends a cached response, or status 304 (set before) if the client has it already. The response
 * belongs to one player and must be revalidated on each use (docs/adr/0015-not-modified.md).
 */
export async function sendCached(
  reply: FastifyReply,
  { json, gzip, etag }: CachedResponse,
  accepted: string | undefined,
): Promise<FastifyReply> {
  const isSmall = !isCompressed(json, accepted);
  reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-encoding')
    .header('etag', isSmall ? etag : gzipEtag(etag));
  if (reply.statusCode === 304) return reply.send();
  reply.type('application/json; charset=utf-8');
  if (isSmall) return reply.send(json);
  return reply.header('content-encoding', 'gzip').send(await gzip());
}
