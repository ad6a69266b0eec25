import { CallError, calls } from '@kassa/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core/core.ts';
import { type Answer, answerCall, countRejectedTokens, describeFailure } from './answer-call.ts';
import { allowUpload, endLate } from './app.ts';
import type { Authenticate } from './authenticate.ts';
import { clientAddressOf, countedAddress } from './client-address.ts';
import { describeDevice } from './describe-device.ts';
import { findHostileValue } from './find-hostile-value.ts';
import { buildLargeBodies } from './large-bodies.ts';
import type { RateLimits } from './rate-limits.ts';
import { sendCached, sendJson } from './send-json.ts';
import type { Timeouts } from './timeouts.ts';

/**
 * Serves the calls over HTTP: `POST|GET /api/banking/<call>`, JSON, the token as bearer (design
 * §4).
 */
export function registerHttpCalls(
  app: FastifyInstance,
  core: Core,
  authenticate: Authenticate,
  limits: RateLimits,
  { uploadIdleMs }: Pick<Timeouts, 'uploadIdleMs'>,
): void {
  const admitLargeBody = buildLargeBodies(uploadIdleMs, ({ raw }) =>
    endLate(app.server, raw.socket),
  );
  for (const { name, method, maxBodyBytes } of Object.values(calls)) {
    app.route({
      method,
      url: `/api/banking/${name}`,
      bodyLimit: maxBodyBytes,
      onRequest: async (request, reply) => {
        if (maxBodyBytes === undefined) return;
        const address = countedAddress(clientAddressOf(request));
        const caller = await countRejectedTokens(limits, address, () =>
          authenticate(bearerOf(request)),
        );
        const giveBack = admitLargeBody(caller, reply);
        try {
          await limits.take('filesOfDay', caller.brandId, caller.playerId);
        } catch (error) {
          giveBack();
          throw error;
        }
        allowUpload(request);
      },
      handler: async (request, reply) => {
        const answer = await answerCall(core, limits, {
          name,
          method,
          body: method === 'GET' ? request.query : request.body,
          idempotencyKey: headerOf(request, 'idempotency-key'),
          ifNoneMatch: headerOf(request, 'if-none-match'),
          reference: request.id,
          address: countedAddress(clientAddressOf(request)),
          device: describeDevice(clientAddressOf(request), request.headers),
          authenticate: () => authenticate(bearerOf(request)),
        });
        begin(reply, answer);
        const accepted = headerOf(request, 'accept-encoding');
        if (answer.cached !== undefined) return sendCached(reply, answer.cached, accepted);
        reply.header('cache-control', 'no-store');
        return sendJson(reply, answer.body, accepted);
      },
    });
  }
}

function begin(reply: FastifyReply, { status, retryAfterSeconds }: Answer): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.status(status);
}

/** Handles errors outside of any call: malformed JSON, a body that is too large, an unknown URL. */
export function registerFailureAnswers(app: FastifyInstance, core: Pick<Core, 'log'>): void {
  app.addHook('preValidation', async (request) => {
    const { params, query, body } = request;
    const hostile = findHostileValue(params) ?? findHostileValue(query) ?? findHostileValue(body);
    if (hostile !== null) throw hostile;
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const answer = describeFailure(core, toCallError(error), {
      name: request.routeOptions.url ?? 'unknown',
      reference: request.id,
    });
    return begin(reply, answer).send(answer.body);
  });
  app.setNotFoundHandler((request, reply) => {
    const failure = new CallError('call.unknown', 'There is no such URL.');
    const { status, body } = describeFailure(core, failure, { name: '', reference: request.id });
    return reply.status(status).send(body);
  });
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

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
