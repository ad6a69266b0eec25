import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { DeclineReason } from './decline-reasons.ts';

/** zod/mini says only "Invalid input" unless given its words. */
export const englishErrors = { error: z.locales.en().localeError };

/** Answers an error as the API shows all of them: `{error: {code, message, reason?}}`. */
export function refuse(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  reason?: DeclineReason,
): FastifyReply {
  return reply.code(status).send({ error: { code, message, ...(reason && { reason }) } });
}

/** Names every field that is wrong. */
export function refuseInvalid(reply: FastifyReply, error: z.core.$ZodError): FastifyReply {
  const message = error.issues.map(
    (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
  );
  return refuse(reply, 400, 'request.invalid', message.join('; '));
}
