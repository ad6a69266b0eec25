import { Readable } from 'node:stream';
import { CallError } from '@kassa/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core/core.ts';
import { contentTypeOf, type Endpoint } from '../operator/define-endpoint.ts';
import {
  admitOperator,
  answerRequest,
  describeFailure,
  type OperatorErrorBody,
} from '../operator/dispatch/answer-request.ts';
import { buildOperatorDocument } from '../operator/dispatch/describe-api.ts';
import { endpoints } from '../operator/dispatch/endpoints.ts';
import { decodeTexts } from '../operator/parse-request.ts';
import type { Operator } from '../operator/scopes.ts';
import { allowUpload } from './app.ts';
import { clientAddressOf, countedAddress } from './client-address.ts';
import { findHostileValue } from './find-hostile-value.ts';
import type { RateLimits } from './rate-limits.ts';

const prefix = '/operator/v1';

/**
 * Serves the operator API over HTTP, below `/operator/v1`: JSON, with a key as bearer. No response
 * carries a CORS header, so no page in a browser can read it.
 */
export function registerOperatorApi(app: FastifyInstance, core: Core, limits: RateLimits): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const name = request.routeOptions.url ?? '';
        const { status, body } = describeFailure(core, toCallError(error, request), {
          name,
          reference: request.id,
        });
        return send(reply, status, body);
      });
      let document: object | undefined;
      scope.get('/openapi.json', (_request, reply) => {
        // Most servers are never asked for it.
        document ??= buildOperatorDocument(prefix);
        return reply.send(document);
      });
      for (const [name, endpoint] of endpoints) {
        const register = (own: FastifyInstance) =>
          registerEndpoint(own, core, limits, name, endpoint);
        // An endpoint that takes a file takes no other body: each has a scope and a body parser of
        // its own. A scope costs many times as much as a route.
        if (endpoint.file === undefined) register(scope);
        else scope.register(async (own) => register(own));
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
  if (endpoint.file !== undefined) {
    const encoding = endpoint.file.isBinary === true ? 'base64' : 'utf8';
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      contentTypeOf(endpoint.file),
      { parseAs: 'buffer' },
      async (_: unknown, bytes: Buffer) => bytes.toString(encoding),
    );
  }
  const operators = new WeakMap<FastifyRequest, Operator>();
  scope.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.file?.maxBytes,
    onRequest: async (request) => {
      operators.set(request, await admit(core, limits, name, endpoint, request));
      allowUpload(request);
    },
    handler: async (request, reply) => {
      const operator = operators.get(request);
      if (operator === undefined) throw new Error('The request has no authenticated operator');
      const answer = await answerRequest(core, operator, name, endpoint, {
        idempotencyKey: headerOf(request, 'idempotency-key'),
        input: collectInput(endpoint, request),
      });
      if (answer.kind === 'json') return send(reply, answer.status, answer.body);
      return (
        reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${answer.fileName}"`)
          // Whatever opens the file nevertheless runs nothing in it.
          .header('content-security-policy', "sandbox; default-src 'none'")
          .type(
            endpoint.exportType === 'text/csv'
              ? 'text/csv; charset=utf-8'
              : 'application/octet-stream',
          )
          .send(Buffer.isBuffer(answer.content) ? answer.content : Readable.from(answer.content))
      );
    },
  });
}

function admit(
  core: Core,
  limits: RateLimits,
  name: string,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Operator> {
  // Read first: a connection that closes during the database query loses its address.
  const address = countedAddress(clientAddressOf(request));
  const { params } = request as { params: Record<string, unknown> };
  return admitOperator(core, name, endpoint, {
    key: /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1],
    // Malformed parameters are rejected later, and the log can't store them.
    params: findHostileValue(params) === null ? params : {},
    reference: request.id,
    countKey: (keyId) => limits.take('operatorKey', keyId),
    countUnauthenticated: () => limits.take('operatorUnauthenticated', address),
  });
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (status === 429) {
    const { error } = body as OperatorErrorBody;
    reply.header('retry-after', error.params?.seconds ?? '1');
  }
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

/** Merges the fields of query, body and path; a path parameter overrides the others. */
function collectInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { query, body, params } = request as { query: object; body: unknown; params: object };
  if (endpoint.file !== undefined) {
    return {
      ...decodeTexts(endpoint.request, { ...query }),
      [endpoint.file.field]: body,
      ...params,
    };
  }
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

function toCallError(
  error: Error & { statusCode?: number },
  { routeOptions }: FastifyRequest,
): Error {
  if (error.statusCode === 413) {
    const message = `The request has more than ${routeOptions.bodyLimit} bytes.`;
    return new CallError('request.tooLarge', message);
  }
  if (error.statusCode === 415) {
    return new CallError(
      'request.malformed',
      "The body's content type is not the one that the API describes.",
    );
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
