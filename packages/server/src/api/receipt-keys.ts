import type { FastifyInstance } from 'fastify';
import { publicKeysOf } from '../brands/receipt-keys.ts';
import type { Core } from '../core/core.ts';

/**
 * Publishes each brand's public keys of receipts as a JWK Set (RFC 7517), so that anyone can verify
 * a receipt. The set of a brand without keys is empty.
 */
export function registerReceiptKeys(app: FastifyInstance, core: Pick<Core, 'brands'>): void {
  app.get<{ Params: { product: string } }>(
    '/:product/.well-known/jwks.json',
    async (request, reply) => {
      const brand = core.brands.get(request.params.product);
      if (brand === undefined) return reply.callNotFound();
      reply.header('cache-control', 'public, max-age=300');
      return { keys: await publicKeysOf(brand.receipts) };
    },
  );
}
