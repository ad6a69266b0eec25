import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './refuse.ts';

/**
 * Builds the hook that keeps other sites from having tokens signed in a visitor's name. Browsers
 * send `Origin` with every POST; with a GET of the own page they send `Sec-Fetch-Site` instead.
 */
export function requireOwnOrigin(demoUrl: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isOwn = origin === undefined ? site === 'same-origin' : origin === demoUrl;
    if (isOwn) return;
    return refuse(reply, 403, 'origin.foreign', `Only pages of ${demoUrl} may ask for this.`);
  };
}
