import type { FastifyInstance } from 'fastify';
import { englishErrors, sendError, sendInvalid } from './answers.ts';
import { behaviourChangeSchema } from './behaviours.ts';
import { clockRoutes } from './clock-routes.ts';
import type { Merchants } from './merchants.ts';
import { nameEnquiryRoutes } from './name-enquiry-routes.ts';
import { accountRoutes } from './payer-bank/account-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { pixBankRoutes } from './pix-bank/pix-bank-routes.ts';
import type { FaultOptions } from './play-fault.ts';
import { preparationRoutes } from './preparation-routes.ts';
import type { Provider } from './provider.ts';
import { refundRoutes } from './refund-routes.ts';
import { settlementRoutes } from './settlement-routes.ts';

export interface ApiOptions extends FaultOptions {
  merchants: Merchants;
  /** Origin of the hosted page; known once the server listens. */
  publicUrl: () => string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The provider's data of the calling merchant; set on the merchant's API only. */
    provider: Provider;
  }
}

/** The merchant's API. Errors are `{error: {code, message}}`. */
export async function apiRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const [, key = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const provider = options.merchants.findByKey(key);
    if (provider === undefined) {
      return sendError(reply, 401, 'unauthorized', 'The API key is missing or wrong');
    }
    request.provider = provider;
  });

  await app.register(preparationRoutes, options);
  await app.register(paymentRoutes, options);
  await app.register(payoutRoutes, options);
  await app.register(nameEnquiryRoutes, options);
  await app.register(refundRoutes, options);
  await app.register(settlementRoutes, options);
  await app.register(pixBankRoutes, options);
  await app.register(accountRoutes);

  await app.register(clockRoutes);

  app.get('/v1/behaviours', async ({ provider }) => provider.behaviours);

  app.post('/v1/behaviours', async (request, reply) => {
    const { provider } = request;
    const parsed = behaviourChangeSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    provider.changeBehaviours(parsed.data);
    return provider.behaviours;
  });
}
