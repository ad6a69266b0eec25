import { CallError, pageCodeRequestSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/core.ts';
import { takePageCode } from '../money/requests/page-codes.ts';
import { countedAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * `POST /<product>/form` of every brand: where `/form`, in a browser beside an app, goes on to, for the
 * code in its address. It takes no token, since that browser has none. Answers 404 for a code that is
 * used, too old or none, 409 where the deposit has ended meanwhile, or 429.
 */
export function registerPageCode(
  app: FastifyInstance,
  core: Core,
  limits: Pick<RateLimits, 'take'>,
): void {
  for (const brand of core.brands.keys()) {
    app.post(`/${brand}/form`, { bodyLimit: 1024 }, async (request, reply) => {
      await limits.take('pageCodes', countedAddress(request.ip));
      const parsed = pageCodeRequestSchema.safeParse(request.body);
      if (!parsed.success) throw new CallError('request.invalid', 'code: is not one of ours');
      const redirect = await takePageCode(core, brand, parsed.data.code);
      return reply.header('cache-control', 'no-store').send(redirect);
    });
  }
}
