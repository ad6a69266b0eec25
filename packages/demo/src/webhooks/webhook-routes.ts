import { webhookEventSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { requireOwnOrigin } from '../own-origin.ts';
import { playerSchema } from '../player-token.ts';
import { sendError } from '../send-error.ts';
import { addSignedRoute } from '../signed-requests.ts';
import { WebhookFeed } from './webhook-feed.ts';

interface WebhookSettings {
  demoUrl: string;
  kassaSecret: string;
}

const streamSchema = z.pick(playerSchema, { playerId: true });

/** Receives Kassa's webhooks (docs/webhooks.md), and streams them to the demo's page. */
export function addWebhookRoutes(server: FastifyInstance, settings: WebhookSettings): void {
  const feed = new WebhookFeed();
  addSignedRoute(
    server,
    { path: '/webhooks', secret: settings.kassaSecret },
    (json, { headers }, reply) => {
      const event = webhookEventSchema.safeParse(json);
      if (!event.success)
        return sendError(reply, 400, 'request.invalid', 'The webhook is invalid.');
      feed.take(String(headers['webhook-id']), event.data);
      return reply.code(204).send();
    },
  );
  addStream(server, feed, settings.demoUrl);
}

/** Server-sent events: the webhooks of one player while the page is open. */
function addStream(server: FastifyInstance, feed: WebhookFeed, demoUrl: string): void {
  const closeAll = new Set<() => void>();
  server.addHook('preClose', async () => {
    for (const close of closeAll) close();
  });
  server.get('/webhooks', { onRequest: requireOwnOrigin(demoUrl) }, (request, reply) => {
    const asked = streamSchema.safeParse(request.query);
    if (!asked.success)
      return sendError(reply, 400, 'request.invalid', 'The player is missing or invalid.');
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.flushHeaders();
    const stopListening = feed.listen(asked.data.playerId, (event) => {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    });
    const close = () => response.end();
    closeAll.add(close);
    response.on('close', () => {
      stopListening();
      closeAll.delete(close);
    });
  });
}
