import type { ErrorBody } from '@kassa/contract';
import type { FastifyReply } from 'fastify';

/** Sends an error in the format of Kassa's API. */
export function sendError(reply: FastifyReply, status: number, code: string, message: string) {
  const body: ErrorBody = { error: { code, message } };
  return reply.code(status).send(body);
}
