import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { englishErrors, refuse, refuseInvalid } from './answers.ts';
import { behaviourChangeSchema } from './behaviours.ts';
import { paymentRoutes } from './payment-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { pixBankRoutes } from './pix-bank/pix-bank-routes.ts';
import type { FaultOptions } from './play-fault.ts';
import { preparationRoutes } from './preparation-routes.ts';
import type { Provider } from './provider.ts';
import { settlementRoutes } from './settlement-routes.ts';

export interface ApiOptions extends FaultOptions {
  provider: Provider;
  apiKey: string;
  /** Origin of the hosted page, known once the server listens. */
  publicUrl: () => string;
}

/** The merchant's API. Errors are `{error: {code, message}}`. */
export async function apiRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { provider } = options;
  app.addHook('onRequest', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${options.apiKey}`)) {
      return refuse(reply, 401, 'unauthorized', 'The API key is missing or wrong');
    }
  });

  await app.register(preparationRoutes, options);
  await app.register(paymentRoutes, options);
  await app.register(payoutRoutes, options);
  await app.register(settlementRoutes, options);
  await app.register(pixBankRoutes, options);

  app.get('/v1/behaviours', async () => provider.behaviours);

  app.post('/v1/behaviours', async (request, reply) => {
    const parsed = behaviourChangeSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return refuseInvalid(reply, parsed.error);
    provider.changeBehaviours(parsed.data);
    return provider.behaviours;
  });
}

/** Compares in constant time, whatever the lengths. */
function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
