import { currencySchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { bonusPresets } from '../choices.ts';
import { requireOwnOrigin } from '../own-origin.ts';
import { playerSchema, tokenRequestSchema } from '../player-token.ts';
import { sendError } from '../send-error.ts';
import type { DemoSettings } from '../settings.ts';
import { offerBonuses } from './offer-bonuses.ts';

const requestSchema = z.object({
  playerId: playerSchema.shape.playerId,
  currency: currencySchema,
  locale: z._default(tokenRequestSchema.shape.locale.def.innerType, 'en'),
  preset: z.enum(bonusPresets),
});

/** Adds the route that offers bonuses to the page's player, like a casino's promotions. */
export function addBonusRoute(
  server: FastifyInstance,
  { demoUrl, operatorUrl, operatorKey }: DemoSettings,
): void {
  server.post('/bonuses', { onRequest: requireOwnOrigin(demoUrl) }, async (request, reply) => {
    const asked = requestSchema.safeParse(request.body);
    if (!asked.success) return sendError(reply, 400, 'request.invalid', 'The preset is invalid.');
    if (operatorKey === null) {
      const message = "The demo has no key to Kassa's operator API (DEMO_OPERATOR_KEY).";
      return sendError(reply, 503, 'bonuses.unavailable', message);
    }
    reply.header('cache-control', 'no-store');
    return { bonuses: await offerBonuses({ operatorUrl, operatorKey }, asked.data) };
  });
}
