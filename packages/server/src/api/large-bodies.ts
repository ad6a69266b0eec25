import { CallError } from '@kassa/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../core/caller.ts';
import { buildCounter } from './counter.ts';

/** Bodies above the usual limit that a process has at the same time, and those of one player. */
const mostAtOnce = 32;
const mostOfPlayer = 2;

/**
 * Builds the admission of requests whose bodies may be larger than usual. It runs before the body is
 * read, so that only a bounded number of them is in memory, and only of players with a valid token. A body
 * ends when nothing arrives for some time; where no place is left, the older one of a player who has two
 * arriving gives way, else the one that has been arriving longest: a flood of slow ones keeps nobody else out.
 * @param idleMs - the longest time without a byte of a body
 * @param endLate - ends the request of a body that doesn't arrive in time
 * @returns a function that throws CallError rate.limited if too many of the player's bodies are being
 * read, server.unavailable if too many of all players' have arrived whole and are in work. It returns a
 * function that gives the place back.
 */
export function buildLargeBodies(
  idleMs: number,
  endLate: (request: FastifyReply['request']) => void,
): (caller: Caller, reply: FastifyReply) => () => void {
  const all = buildCounter(mostAtOnce);
  const ofPlayer = buildCounter(mostOfPlayer);
  /** Those that are arriving; the one that began first is the first. */
  const arriving = new Map<FastifyReply, Arriving>();
  return ({ brandId, playerId }, reply) => {
    const player = `${brandId}|${playerId}`;
    if (ofPlayer.isFull(player)) {
      const message = 'Too many of your files are being sent at present.';
      throw new CallError('rate.limited', message, { seconds: '1' });
    }
    const { raw } = reply.request;
    const { socket } = raw;
    // The client has gone while its token was verified: no event tells the end any more.
    if (socket.destroyed) return () => {};
    if (all.isFull('')) {
      const giving = chooseToEnd([...arriving.values()]);
      if (giving === undefined) {
        throw new CallError('server.unavailable', 'Too many files are being sent at present.');
      }
      giving.end();
    }
    const counts = [all.add(''), ofPlayer.add(player)];
    const arrived = () => {
      arriving.delete(reply);
      raw.setTimeout(0);
    };
    const release = () => {
      socket.off('close', release);
      arriving.delete(reply);
      for (const takeBack of counts) takeBack();
    };
    const end = () => {
      release();
      endLate(reply.request);
    };
    arriving.set(reply, { player, end });
    raw.setTimeout(idleMs, end);
    raw.once('end', arrived);
    reply.raw.once('close', release);
    // A response behind another one of its connection isn't told that the connection closed.
    socket.once('close', release);
    return () => {
      arrived();
      release();
    };
  };
}

interface Arriving {
  player: string;
  end: () => void;
}

/** An honest player on a slow line sends one file. */
function chooseToEnd(arriving: readonly Arriving[]): Arriving | undefined {
  const countOf = buildCounter(mostOfPlayer);
  for (const { player } of arriving) countOf.add(player);
  return arriving.find(({ player }) => countOf.isFull(player)) ?? arriving[0];
}
