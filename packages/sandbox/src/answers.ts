import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { DeclineReason } from './decline-reasons.ts';

/** zod/mini reports only "Invalid input" without these messages. */
export const englishErrors = { error: z.locales.en().localeError };

/** Sends an error in the API's format: `{error: {code, message, reason?}}`. */
export function sendError(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  reason?: DeclineReason,
): FastifyReply {
  return reply.code(status).send({ error: { code, message, ...(reason && { reason }) } });
}

/** Sends an error that names every invalid field. */
export function sendInvalid(reply: FastifyReply, error: z.core.$ZodError): FastifyReply {
  const message = error.issues.map(
    (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
  );
  return sendError(reply, 400, 'request.invalid', message.join('; '));
}
