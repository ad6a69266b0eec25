import type { FastifyReply } from 'fastify';
import { type StandInOptions, waitForTimeout } from './serve-script.ts';

/**
 * Responds to a merchant's server that verifies a captcha solution, unless the stand-in has to
 * fail. Only in the normal case it calls `verify`; a solution counts once.
 */
export async function answerCheck(
  reply: FastifyReply,
  { state, closing }: StandInOptions,
  verify: (isRefused: boolean) => object,
): Promise<FastifyReply> {
  switch (state.behaviour.check) {
    case 'unavailable':
      return reply.code(503).send({ msg: 'The captcha stand-in is down' });
    case 'malformed':
      return reply.type('text/html').send('<html><body><h1>Welcome to nginx!</h1>');
    case 'silent':
      await waitForTimeout(closing);
      return reply.code(503).send();
    case 'refused':
    case 'normal':
      return reply.send(verify(state.behaviour.check === 'refused'));
  }
}
