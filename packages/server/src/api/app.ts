import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Config } from '../ground/config/config.ts';
import { makeReference } from '../ground/make-reference.ts';
import { maskSecrets } from './log-masks.ts';
import { buildResponseClass, listSecurityHeaders } from './security-headers.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import { answerUnreadable } from './unreadable.ts';

/**
 * Longer than load balancers keep an idle connection open. The balancer must close it first:
 * otherwise a request could arrive while the server closes the connection.
 */
const keepAliveMs = 75_000;

/** Enough for a process's sockets; beyond it no file descriptors would be left for the database. */
const mostConnections = 20_000;

/**
 * Builds the HTTP server. Its logs hold no token, query string or body, and go to standard output
 * unless a `stream` is given.
 */
export function buildApp(
  config: Pick<Config, 'logLevel' | 'isTrustedProxy' | 'publicUrl'>,
  {
    stream,
    timeouts: { requestMs, headersMs, slowCheckMs } = defaultTimeouts,
  }: { stream?: { write: (line: string) => void }; timeouts?: Timeouts } = {},
): FastifyInstance {
  const headers = listSecurityHeaders(config.publicUrl);
  const app = Fastify({
    // The hook below logs one line per response; Fastify's own two lines say less.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: config.logLevel,
      stream,
      hooks: { streamWrite: maskSecrets },
      serializers: {
        // A URL may contain tokens and the operator's id of a player, so the log has the pattern of
        // the route instead: `/operator/v1/players/:player`.
        req: ({ method, routeOptions }: FastifyRequest) => ({
          method,
          path: routeOptions.url ?? 'unknown',
        }),
        error: (error: Error & { code?: string }) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          stack: error.stack,
        }),
      },
    },
    genReqId: () => makeReference('KR'),
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    // A request that arrives byte by byte would hold a connection, and a drain, for ever.
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: slowCheckMs,
      ServerResponse: buildResponseClass(headers),
    },
    trustProxy: config.isTrustedProxy,
    ...answerUnreadable(headers),
  }) as FastifyInstance;
  app.server.maxConnections = mostConnections;
  app.addHook('onResponse', async (request, reply) => {
    if (!/^\/(api|operator)\//.test(request.url)) return;
    const { statusCode: status, elapsedTime } = reply;
    request.log.info({ req: request, status, elapsedMs: Math.round(elapsedTime) }, 'answered');
  });
  return app;
}
