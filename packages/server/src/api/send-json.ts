import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

const compress = promisify<string, Buffer>(gzip);

/** Below this an answer fits one packet, and compressing it gains nothing. */
const smallestCompressedBytes = 1400;

/** A list of methods is several packets as it is and one compressed: on a slow phone that is felt. */
export async function sendJson(
  reply: FastifyReply,
  body: unknown,
  accepted: string | undefined,
): Promise<FastifyReply> {
  const json = JSON.stringify(body);
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (json.length < smallestCompressedBytes || !/\bgzip\b/.test(accepted ?? '')) {
    return reply.send(json);
  }
  return reply.header('content-encoding', 'gzip').send(await compress(json));
}
