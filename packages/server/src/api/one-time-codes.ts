import { CallError, oneTimeCodeRequestSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { type Core, viewOf } from '../core/core.ts';
import { redeemDeviceCode } from '../money/requests/device-codes.ts';
import { takePageCode } from '../money/requests/page-codes.ts';
import { clientAddressOf, countedAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';

interface OfBrand {
  Params: { product: string };
}

/** The exchange of each one-time code, by the path under the brand. */
const exchanges = { form: takePageCode, pay: redeemDeviceCode };

/**
 * Serves `POST /<product>/form` and `POST /<product>/pay` of every brand. The page of the same path,
 * opened in a browser without a player, sends the code that it was opened with. It gets the redirect
 * to the deposit's page at a provider, or a ticket for the deposit's invoice. The endpoints take no
 * token. They respond with 404 for a code that is used, expired or unknown, 409 if the deposit has
 * ended meanwhile, or 429.
 */
export function registerOneTimeCodes(
  app: FastifyInstance,
  core: Core,
  limits: Pick<RateLimits, 'take'>,
): void {
  for (const [path, exchange] of Object.entries(exchanges)) {
    app.post<OfBrand>(`/:product/${path}`, { bodyLimit: 1024 }, async (request, reply) => {
      const { product } = request.params;
      if (!core.brands.has(product)) return reply.callNotFound();
      await limits.take('oneTimeCodes', countedAddress(clientAddressOf(request)));
      const parsed = oneTimeCodeRequestSchema.safeParse(request.body);
      if (!parsed.success) throw new CallError('request.invalid', 'code: is not a one-time code');
      const exchanged = await exchange(viewOf(core), product, parsed.data.code);
      return reply.header('cache-control', 'no-store').send(exchanged);
    });
  }
}
