import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './send-error.ts';

/**
 * Returns the hook that prevents other sites from requesting tokens in a visitor's name. Browsers
 * send `Origin` with every POST, and `Sec-Fetch-Site` with a GET of the own page.
 */
export function requireOwnOrigin(demoUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isOwn = origin === undefined ? site === 'same-origin' : origin === demoUrl;
    if (isOwn) return;
    return sendError(
      reply,
      403,
      'origin.foreign',
      `Only pages of ${demoUrl} may send this request.`,
    );
  };
}
