import type { ErrorBody } from '@kassa/contract';
import type { FastifyReply } from 'fastify';

/** Answers with an error in the shape that Kassa's API has. */
export function refuse(reply: FastifyReply, status: number, code: string, message: string) {
  const body: ErrorBody = { error: { code, message } };
  return reply.code(status).send(body);
}
