import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
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

/** The largest body of a request, where its route takes no larger one. */
const usualBodyBytes = 64 * 1024;

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Gives a request whose body may be larger the time of an upload. Its sender is authenticated: any
 * other one keeps the time of a usual request, also to be answered that it isn't.
 */
export function allowUpload({ routeOptions, raw }: FastifyRequest): void {
  if ((routeOptions.bodyLimit ?? 0) > usualBodyBytes) clearTimeout(bodyTimers.get(raw));
}

/** Ends a connection whose request's body doesn't arrive in time, as Node does at its own limit. */
export function endLate(server: FastifyInstance['server'], socket: Socket): void {
  const late = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', late, socket);
}

/** Limits the time of a request's body. */
function limitBodyTime({ server }: FastifyInstance, body: IncomingMessage, ms: number): void {
  const { headers, socket } = body;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  // An injected request has no connection, and no end if nobody reads its body.
  if (!(socket instanceof Socket)) return;
  const timer = setTimeout(() => endLate(server, socket), ms);
  bodyTimers.set(body, timer);
  for (const event of ['end', 'close']) body.once(event, () => clearTimeout(timer));
}

/**
 * Builds the HTTP server. Its logs hold no token, query string or body, and go to standard output
 * unless a `stream` is given.
 */
export function buildApp(
  config: Pick<Config, 'logLevel' | 'isTrustedProxy' | 'publicUrl'>,
  {
    stream,
    timeouts: { requestMs, uploadMs, headersMs, slowCheckMs } = defaultTimeouts,
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
    bodyLimit: usualBodyBytes,
    forceCloseConnections: 'idle',
    // A request that arrives byte by byte would hold a connection, and a drain, for ever.
    requestTimeout: uploadMs,
    keepAliveTimeout: keepAliveMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: slowCheckMs,
      ServerResponse: buildResponseClass(headers),
    },
    trustProxy: config.isTrustedProxy,
    ...answerUnreadable(headers),
  }) as FastifyInstance;
  app.addHook('onRequest', async (request) => {
    limitBodyTime(app, request.raw, requestMs);
  });
  app.server.maxConnections = mostConnections;
  app.addHook('onResponse', async (request, reply) => {
    if (!/^\/(api|operator)\//.test(request.url)) return;
    const { statusCode: status, elapsedTime } = reply;
    request.log.info({ req: request, status, elapsedMs: Math.round(elapsedTime) }, 'answered');
  });
  return app;
}
