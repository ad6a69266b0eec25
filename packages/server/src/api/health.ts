import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import type { Db } from '../ground/database/connect.ts';
import type { Drain } from './drain.ts';

/**
 * Serves `/healthz` (the process lives) and `/readyz` (it accepts requests and reaches its
 * database). `db` is a separate connection: a process whose other connections are all in use is
 * busy, but ready.
 */
export function registerHealth(app: FastifyInstance, db: Db, drain: Drain): void {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (drain.isLeaving) return reply.status(503).send({ status: 'draining' });
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database unreachable' });
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    // A kept-alive connection would delay the drain until its client closes it, and a request that
    // arrives while it closes would be lost.
    if (drain.isLeaving) reply.header('connection', 'close');
  });
}

/** Serves `/metrics` (Prometheus), with the durations of all requests to `measured`. */
export function registerMetrics(
  app: FastifyInstance,
  registry: Registry,
  measured: readonly FastifyInstance[],
): void {
  collectDefaultMetrics({ register: registry, prefix: 'kassa_' });
  const duration = new Histogram({
    name: 'kassa_http_request_seconds',
    help: 'Duration of HTTP requests by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  for (const each of measured) {
    each.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    });
  }
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
