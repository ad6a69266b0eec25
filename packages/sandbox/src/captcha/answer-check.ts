import type { FastifyReply } from 'fastify';
import { type StandInOptions, staySilent } from './serve-script.ts';

/**
 * Answers a merchant's server that asks whether a captcha was solved, unless the stand-in is to fail.
 * `judge` is asked only where it does not; a solution counts once.
 */
export async function answerCheck(
  reply: FastifyReply,
  { state, closing }: StandInOptions,
  judge: (isRefused: boolean) => object,
): Promise<FastifyReply> {
  switch (state.behaviour.check) {
    case 'unavailable':
      return reply.code(503).send({ msg: 'The captcha stand-in is down' });
    case 'malformed':
      return reply.type('text/html').send('<html><body><h1>Welcome to nginx!</h1>');
    case 'silent':
      await staySilent(closing);
      return reply.code(503).send();
    case 'refused':
    case 'normal':
      return reply.send(judge(state.behaviour.check === 'refused'));
  }
}
