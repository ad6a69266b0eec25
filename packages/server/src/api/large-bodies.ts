import { CallError } from '@kassa/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../core/caller.ts';
import { buildCounter } from './counter.ts';

/** Bodies above the usual limit that a process reads at the same time, and those of one player. */
const mostAtOnce = 16;
const mostOfPlayer = 2;

/**
 * Builds the admission of requests whose bodies may be larger than usual. It runs before the body is
 * read, so that only a bounded number of them is in memory, and only of players with a valid token.
 * @returns a function that throws CallError rate.limited if too many of the player's bodies are being
 * read, server.unavailable if too many of all players' are
 */
export function buildLargeBodies(): (caller: Caller, reply: FastifyReply) => void {
  const all = buildCounter(mostAtOnce);
  const ofPlayer = buildCounter(mostOfPlayer);
  return ({ brandId, playerId }, reply) => {
    const player = `${brandId}|${playerId}`;
    if (ofPlayer.isFull(player)) {
      const message = 'Too many of your files are being sent at present.';
      throw new CallError('rate.limited', message, { seconds: '1' });
    }
    if (all.isFull('')) {
      throw new CallError('server.unavailable', 'Too many files are being sent at present.');
    }
    const { socket } = reply.request.raw;
    // The client has gone while its token was verified: no event tells the end any more.
    if (socket.destroyed) return;
    const counts = [all.add(''), ofPlayer.add(player)];
    const release = () => {
      socket.off('close', release);
      for (const takeBack of counts) takeBack();
    };
    reply.raw.once('close', release);
    // A response behind another one of its connection isn't told that the connection closed.
    socket.once('close', release);
  };
}
