import { CallError, pageCodeRequestSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { type Core, viewOf } from '../core/core.ts';
import { takePageCode } from '../money/requests/page-codes.ts';
import { countedAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';

interface OfBrand {
  Params: { product: string };
}

/**
 * Serves `POST /<product>/form` of every brand. `/form`, opened in a browser outside an app, sends
 * the code in its URL and gets the redirect to the deposit's page. The endpoint takes no token,
 * since that browser has none. Responds with 404 for a code that is used, expired or unknown, 409
 * if the deposit has ended meanwhile, or 429.
 */
export function registerPageCode(
  app: FastifyInstance,
  core: Core,
  limits: Pick<RateLimits, 'take'>,
): void {
  app.post<OfBrand>('/:product/form', { bodyLimit: 1024 }, async (request, reply) => {
    const { product } = request.params;
    if (!core.brands.has(product)) return reply.callNotFound();
    await limits.take('pageCodes', countedAddress(request.ip));
    const parsed = pageCodeRequestSchema.safeParse(request.body);
    if (!parsed.success) throw new CallError('request.invalid', 'code: is not a page code');
    const redirect = await takePageCode(viewOf(core), product, parsed.data.code);
    return reply.header('cache-control', 'no-store').send(redirect);
  });
}
