import type { FastifyInstance } from 'fastify';
import { clientAddressOf, countedAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';

/** Routes with limits of their own, and the balancer's checks, which must never fail by a limit. */
const otherRoutes = /^\/(api\/(banking|providers)\/|operator\/|healthz$|readyz$)/;

/**
 * Limits the requests of an address for everything else: pages, their files, the API document,
 * unknown URLs. Applies to the routes that are registered after it.
 */
export function limitFiles(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    if (otherRoutes.test(request.routeOptions.url ?? '')) return;
    await limits.take('files', countedAddress(clientAddressOf(request)));
    // Meanwhile a connection with too many requests was closed, and needs no response.
    if (request.raw.socket.destroyed) reply.hijack();
  });
}
