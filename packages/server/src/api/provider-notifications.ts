import type { FastifyInstance } from 'fastify';
import { type Core, viewOf } from '../core/core.ts';
import { receiveNotification } from '../money/provider-events/inbox.ts';
import { processNotification } from '../money/provider-events/process-notification.ts';
import { clientAddressOf, countedAddress } from './client-address.ts';
import type { Drain } from './drain.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * Serves `POST /api/providers/<product>/<account>/notifications`: a notification is stored,
 * acknowledged, then processed. The inbox sweep processes those that a crash left. The rate limit
 * of a provider is very high (on 429 it sends again); that of senders with invalid signatures is
 * low.
 */
export function registerProviderNotifications(
  app: FastifyInstance,
  core: Core,
  drain: Drain,
  limits: RateLimits,
): void {
  app.register(async (scope) => {
    // Signatures cover the bytes as sent, whatever their type: nothing may parse the body before.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { product: string; account: string }; Body: string | undefined }>(
      '/api/providers/:product/:account/notifications',
      async (request, reply) => {
        const { product, account } = request.params;
        const address = countedAddress(clientAddressOf(request));
        // Made-up names share one counter.
        const isKnown = core.brands.get(product)?.accounts.has(account) === true;
        const sender = isKnown ? [product, account] : ['unknown'];
        await limits.take('notifications', ...sender, address);
        const receipt = await receiveNotification(
          core,
          { brandId: product, account },
          { headers: flatten(request.headers), body: request.body ?? '' },
        );
        if (receipt.kind === 'unknown' || receipt.kind === 'refused') {
          await limits.take('unauthenticated', address);
        }
        if (receipt.kind === 'unknown') return reply.status(404).send({ received: false });
        if (receipt.kind === 'refused') return reply.status(401).send({ received: false });
        if (receipt.kind === 'stored') {
          drain.track(processNotification(viewOf(core), receipt.id, receipt.notification));
        }
        return reply.send({ received: true });
      },
    );
  });
}

/** Keeps the first value of each header; no provider signs a repeated header. */
function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value[0] : value) ?? '',
    ]),
  );
}
