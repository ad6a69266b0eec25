import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { refuse } from './refuse.ts';

type Handle = (json: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Adds a route that only Kassa can use: what isn't signed with our secret, lately, over exactly these
 * bytes is answered 401. `handle` gets the body's JSON, or undefined where it is none.
 */
export function addSignedRoute(
  server: FastifyInstance,
  { path, secret }: { path: string; secret: string },
  handle: Handle,
): void {
  void server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers();
    // As text: a signature is over bytes, not over what they say.
    plugin.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    plugin.post(path, async (request, reply) => {
      const text = String(request.body);
      if (!isSigned(request, text, secret)) {
        return refuse(reply, 401, 'signature.invalid', 'The signature is missing, wrong or old.');
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
