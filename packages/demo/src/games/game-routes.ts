import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { requireOwnOrigin } from '../own-origin.ts';
import { playerSchema } from '../player-token.ts';
import { sendError } from '../send-error.ts';
import type { DemoSettings } from '../settings.ts';
import { coins, gameNames } from './games.ts';
import { giveFreeEntry } from './give-free-entry.ts';
import { createTable } from './play-round.ts';

const entrySchema = z.pick(playerSchema, { playerId: true });

const roundSchema = z.extend(entrySchema, { game: z.enum(gameNames), coin: z.enum(coins) });

/** Adds the games and the free entries of the sweepstake casino to its backend. */
export function addGameRoutes(
  server: FastifyInstance,
  { demoUrl, operatorUrl, operatorKey }: DemoSettings,
): void {
  const onRequest = requireOwnOrigin(demoUrl);
  const access = operatorKey === null ? null : { operatorUrl, operatorKey };
  const play = access && createTable(access);

  server.post('/play', { onRequest }, async (request, reply) => {
    const asked = roundSchema.safeParse(request.body);
    if (!asked.success) return sendError(reply, 400, 'request.invalid', 'The round is invalid.');
    if (play === null) return sendNoKey(reply);
    reply.header('cache-control', 'no-store');
    const round = await play(asked.data);
    if (round.kind === 'played') return { won: round.won };
    return sendError(reply, 409, 'coins.tooFew', 'The player has fewer coins than the stake.');
  });

  server.post('/free-entry', { onRequest }, async (request, reply) => {
    const asked = entrySchema.safeParse(request.body);
    if (!asked.success) return sendError(reply, 400, 'request.invalid', 'The player is invalid.');
    if (access === null) return sendNoKey(reply);
    reply.header('cache-control', 'no-store');
    return { isGiven: await giveFreeEntry(access, asked.data.playerId) };
  });
}

function sendNoKey(reply: FastifyReply): FastifyReply {
  const message = "The demo has no key to Kassa's operator API (DEMO_OPERATOR_KEY).";
  return sendError(reply, 503, 'games.unavailable', message);
}
