import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** Whether a request is Kassa's: signed with our secret, lately, over exactly these bytes. */
export function isSigned({ headers, body }: FastifyRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(String(body), headers as Record<string, string>, {
      jsonParse: false,
    });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** Has the routes of a plugin get bodies as text: a signature is over bytes, not over what they say. */
export function takeBodiesAsText(plugin: FastifyInstance): void {
  plugin.removeAllContentTypeParsers();
  plugin.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}
