import { Readable } from 'node:stream';
import { CallError } from '@kassa/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.ts';
import {
  answerRequest,
  describeFailure,
  type OperatorErrorBody,
} from '../operator/answer-request.ts';
import type { Endpoint } from '../operator/define-endpoint.ts';
import { buildOperatorDocument } from '../operator/describe-api.ts';
import { endpoints } from '../operator/endpoints.ts';
import { decodeTexts } from '../operator/parse-request.ts';
import { countedAddress } from './client-address.ts';
import type { RateLimits } from './rate-limits.ts';

const prefix = '/operator/v1';

/**
 * The operator API over HTTP, below `/operator/v1`: JSON, a key as bearer. No answer carries a CORS
 * header, so no page in a browser can read it.
 */
export function registerOperatorApi(app: FastifyInstance, core: Core, limits: RateLimits): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const name = request.routeOptions.url ?? '';
        const { status, body } = describeFailure(core, toCallError(error), {
          name,
          reference: request.id,
        });
        return send(reply, status, body);
      });
      const document = buildOperatorDocument(core.publicUrl, prefix);
      scope.get('/openapi.json', (_request, reply) => reply.send(document));
      for (const [name, endpoint] of endpoints) {
        registerEndpoint(scope, core, limits, name, endpoint);
      }
    },
    { prefix },
  );
}

function registerEndpoint(
  scope: FastifyInstance,
  core: Core,
  limits: RateLimits,
  name: string,
  endpoint: Endpoint,
): void {
  scope.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    handler: async (request, reply) => {
      // Now: who has gone while the database was asked has no address any more.
      const address = countedAddress(request.ip);
      const answer = await answerRequest(core, name, endpoint, {
        key: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
        idempotencyKey: headerOf(request, 'idempotency-key'),
        input: collectInput(endpoint, request),
        reference: request.id,
        countKey: (keyId) => limits.take('operatorKey', keyId),
        countStranger: () => limits.take('operatorStranger', address),
      });
      if (answer.kind === 'json') return send(reply, answer.status, answer.body);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${answer.fileName}"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(answer.rows));
    },
  });
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (status === 429) {
    const { error } = body as OperatorErrorBody;
    reply.header('retry-after', error.params?.seconds ?? '1');
  }
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

/** One set of fields, wherever they stood; the path's have the last word. */
function collectInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { query, body, params } = request as { query: object; body: unknown; params: object };
  const given = endpoint.method === 'GET' ? decodeTexts(endpoint.request, { ...query }) : body;
  if (
    given !== undefined &&
    given !== null &&
    (typeof given !== 'object' || Array.isArray(given))
  ) {
    return { body: given };
  }
  return { ...given, ...params };
}

function toCallError(error: Error & { statusCode?: number }): Error {
  if (error.statusCode === 413) {
    return new CallError('request.tooLarge', 'The request is too large.');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new CallError('request.malformed', 'The request could not be read.');
  }
  return error;
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
