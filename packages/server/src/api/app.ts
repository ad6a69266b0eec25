import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { makeReference } from '../make-reference.ts';
import { maskSecrets } from './log-masks.ts';

/** Within this time a request must have come in whole. */
const requestMs = 15_000;

/**
 * The HTTP server, with logs that hold no token, no query string and no body. They go to standard
 * output unless a `stream` is given.
 */
export function buildApp(
  config: Pick<Config, 'logLevel'>,
  stream?: { write: (line: string) => void },
): FastifyInstance {
  const app = Fastify({
    // One line per answered request, below; Fastify's own two say less.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: config.logLevel,
      stream,
      hooks: { streamWrite: maskSecrets },
      serializers: {
        // Queries may carry tokens (§7's socket does) and ids; the path is enough to find a request.
        req: ({ method, url }: { method: string; url: string }) => ({
          method,
          path: url.split('?')[0],
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
    // A request that dribbles in would hold a connection, and a drain, for ever.
    requestTimeout: requestMs,
  }) as FastifyInstance;
  app.addHook('onResponse', async (request, reply) => {
    if (!/^\/(api|operator)\//.test(request.url)) return;
    const { statusCode: status, elapsedTime } = reply;
    request.log.info({ req: request, status, elapsedMs: Math.round(elapsedTime) }, 'answered');
  });
  return app;
}
