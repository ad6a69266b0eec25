import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { sendError } from './answers.ts';
import type { Fault } from './behaviours.ts';
import type { Timing } from './timing.ts';

export interface FaultOptions {
  timing: Timing;
  /** Aborted when the server closes, so that no slow response is awaited. */
  closing: AbortSignal;
}

/**
 * Applies a fault (see behaviours.ts) to a request that `act` would process; `act` may be called
 * again.
 * @returns whether it has sent a response.
 */
export async function playFault(
  fault: Fault,
  act: () => void,
  reply: FastifyReply,
  { timing, closing }: FaultOptions,
): Promise<boolean> {
  switch (fault) {
    case 'normal':
      return false;
    case 'unavailable':
      sendError(reply, 503, 'unavailable', 'The provider is down for maintenance');
      return true;
    case 'rate-limited':
      reply.header('retry-after', String(Math.ceil(timing.retryAfterMs / 1000)));
      sendError(reply, 429, 'rateLimited', 'Too many requests');
      return true;
    case 'declined':
      sendError(reply, 422, 'declined', 'Your bank does not allow this payment', 'not_permitted');
      return true;
    case 'malformed':
      act();
      reply.type('text/html').send('<html><body><h1>Welcome to nginx!</h1>');
      return true;
    case 'broken':
      act();
      sendError(reply, 500, 'internal', 'The provider failed');
      return true;
    case 'slow':
      act();
      await wait(timing.slowAnswerMs, undefined, { signal: closing }).catch(() => undefined);
      return false;
  }
}
