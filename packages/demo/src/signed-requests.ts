import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { sendError } from './send-error.ts';

type Handle = (json: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Adds a route for Kassa only: a request without a recent signature of our secret over exactly its
 * bytes is answered with 401. `handle` receives the body's JSON, or undefined if it isn't JSON.
 */
export function addSignedRoute(
  server: FastifyInstance,
  { path, secret }: { path: string; secret: string },
  handle: Handle,
): void {
  void server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers();
    // As text, because a signature covers the bytes, not the parsed content.
    plugin.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    plugin.post(path, async (request, reply) => {
      const text = String(request.body);
      if (!isSigned(request, text, secret)) {
        return sendError(
          reply,
          401,
          'signature.invalid',
          'The signature is missing, wrong or old.',
        );
      }
      return handle(parseJson(text), request, reply);
    });
  });
}

function isSigned({ headers }: FastifyRequest, text: string, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
