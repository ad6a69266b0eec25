import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { buildApp } from './api/app.ts';
import { acceptTickets, buildAuthenticate } from './api/authenticate.ts';
import { guardConnections } from './api/connection-guard.ts';
import { buildDrain } from './api/drain.ts';
import { buildDrawScreen } from './api/draw-screen.ts';
import { limitFiles } from './api/file-limit.ts';
import { registerHealth, registerMetrics } from './api/health.ts';
import { registerFailureAnswers, registerHttpCalls } from './api/http-calls.ts';
import { listen, originOf } from './api/listen.ts';
import { registerOneTimeCodes } from './api/one-time-codes.ts';
import { registerOpenApi } from './api/open-api.ts';
import { registerOperatorApi } from './api/operator-api.ts';
import { registerProviderNotifications } from './api/provider-notifications.ts';
import { buildRateLimits } from './api/rate-limits.ts';
import { registerReceiptKeys } from './api/receipt-keys.ts';
import { registerRum } from './api/rum.ts';
import { buildSocketApi, type SocketApi } from './api/socket-api.ts';
import { defaultTimeouts, type Timeouts } from './api/timeouts.ts';
import { registerWidgetFiles } from './api/widget-files.ts';
import { measureReloads } from './brands/config-reloads.ts';
import { misconfigured } from './brands/load-brands.ts';
import { loadCatalog, readConfiguration } from './catalog/read/load-catalog.ts';
import type { Core } from './core/core.ts';
import {
  buildBrandParts,
  followConfiguration,
  warnOfDebugHooks,
  warnOfUnoffered,
} from './follow-configuration.ts';
import type { Config } from './ground/config/config.ts';
import { trustNobody } from './ground/config/trusted-proxies.ts';
import { connect, type Db } from './ground/database/connect.ts';
import { startEmbeddedPostgres } from './ground/database/embedded/embedded-postgres.ts';
import { keepPostgres } from './ground/database/embedded/keep-postgres.ts';
import { migrate } from './ground/database/migrate.ts';
import { loadDataKeys } from './ground/encryption/data-keys.ts';
import { buildVault } from './ground/encryption/vault.ts';
import type { Redis } from './ground/redis/connect-redis.ts';
import { buildResponseCache } from './ground/response-cache/response-cache.ts';
import { measureOutbox } from './messages/webhooks/measure-outbox.ts';
import { buildOutbox } from './messages/webhooks/outbox.ts';
import { measurePayouts } from './money/chain-payouts/measure-payouts.ts';
import { measureChains } from './money/chains/measure-chains.ts';
import { measureClaims } from './money/deposits/measure-claims.ts';
import { buildRouteSuccess } from './money/policy/route-success.ts';
import { fillSampleHistory } from './money/policy/sample-history.ts';
import { measureTransfers } from './money/provider-events/measure-transfers.ts';
import { holdRefunds } from './money/provider-events/send-refund.ts';
import { fillSampleRequisites } from './money/requisites/sample-requisites.ts';
import { holdPayouts } from './money/withdrawals/review.ts';
import { buildTokenRevocations } from './players/token-revocations.ts';
import { buildBreakers } from './providers/breakers.ts';
import { startJobs } from './start-jobs.ts';

/** How long a drain waits for HTTP connections before it closes them. */
const drainMs = 10_000;

export interface RunningServer {
  core: Core;
  /** The origin of the operator's listener. */
  operatorUrl: string;
  /** Reads the brands' files again in this process. Never rejects: a problem is logged. */
  reload: () => Promise<void>;
  /** Rejects new work, finishes the work under way, closes the database. */
  stop: () => Promise<void>;
}

/**
 * Starts the parts in the order of their dependencies: configuration, database, schema, jobs, HTTP,
 * socket.
 * @throws with a message for the operator if a part can't start; all parts are stopped then.
 */
export async function startServer(
  config: Config,
  environment: NodeJS.ProcessEnv,
  {
    now = () => new Date(),
    runJobs = startJobs,
    mostWaitMs,
    timeouts = defaultTimeouts,
    waitLead = () => delay(config.drainLeadSeconds * 1000),
    logStream,
    onDatabaseLost = () => {},
  }: {
    /** The clock; tests move it. */
    now?: () => Date;
    /** Tests that perform a job's work themselves run no jobs. */
    runJobs?: typeof startJobs;
    /**
     * Of the database connections (`connect`); tests set it high, as a slow machine must not cause
     * rejections.
     */
    mostWaitMs?: number;
    /** The timeouts for clients; tests of slow clients use shorter ones. */
    timeouts?: Timeouts;
    /** How long a stopping process still accepts work; a test ends it when it has seen enough. */
    waitLead?: () => Promise<void>;
    /** Takes the log's lines; standard output if unset. */
    logStream?: { write: (line: string) => void };
    /** Called when the embedded PostgreSQL has died and can't be started again. */
    onDatabaseLost?: (cause: unknown) => void;
  } = {},
): Promise<RunningServer> {
  const base = await loadCatalog(config.catalogFolder);
  const configuration = await readConfiguration(config.configFolder, environment, base);
  const { brands, problems } = configuration;
  if (problems.length > 0) throw misconfigured(problems);
  const vault = buildVault(await loadDataKeys(config, brands));
  const undo: Undo = [];
  const stop = () => undoAll(undo);
  try {
    const url = await startDatabase(config, undo);
    await migrate(config.databaseDirectUrl ?? url);
    const isPooled = config.databaseDirectUrl !== null;
    const db = connect(url, { isPooled, mostWaitMs });
    undo.push(() => db.destroy());
    const probe = connect(url, { isPooled, mostWaitMs, poolSize: 1 });
    undo.push(() => probe.destroy());
    const app = buildApp(config, { timeouts, stream: logStream });
    if (config.databaseUrl === null) {
      undo.push(keepPostgres(folderOf(config), url, { log: app.log, onLost: onDatabaseLost }));
    }
    const ground = { db, log: app.log, now };
    const parts = buildBrandParts(configuration, ground);
    // The parts that need the core get the core itself: a reload replaces some of its properties.
    const begun = { ...ground, ...parts.fromFiles };
    const outbox = buildOutbox(begun);
    undo.push(() => outbox.stop());
    const redis = await startRedis(config, app, undo);
    const sockets = buildSocketApi(timeouts);
    const revocations = buildTokenRevocations(ground, timeouts.lookAgainMs);
    undo.push(() => revocations.stop());
    const success = buildRouteSuccess(begun);
    undo.push(() => success.stop());
    const core: Core = Object.assign(begun, {
      responseCache: buildResponseCache(),
      drawScreen: buildDrawScreen(config.widgetFolder, app.log),
      breakers: buildBreakers(),
      successOf: success.successOf,
      arrivalsOf: success.arrivalsOf,
      publisher: sockets.publisher,
      reload: {
        check: () => followed.check(),
        follow: () => followed.follow(),
        takenOrder: () => followed.takenOrder(),
      },
      revocations,
      outbox,
      vault,
      publicUrl: config.publicUrl,
      arePayoutsHeld: config.arePayoutsHeld,
    });
    const followed = followConfiguration(
      core,
      { config, environment, base },
      parts,
      success.refresh,
    );
    undo.push(() => followed.stop());
    warnOfDebugHooks(core);
    warnOfUnoffered(core);
    if (core.arePayoutsHeld) await startHolding(core);
    await parts.rates.start();
    await revocations.start();
    followed.start(timeouts.lookAgainMs);
    await fillSampleHistory(core);
    await fillSampleRequisites(core);
    await success.start();
    const jobs = await runJobs(core);
    undo.push(() => jobs.stop());
    const operatorApp = buildApp(
      {
        ...config,
        // Plain HTTP at this address, whatever players reach the server by.
        publicUrl: `http://${config.operatorHost}:${config.operatorPort}`,
        // Operators come directly. A number of proxies would trust each of them.
        isTrustedProxy: trustNobody,
      },
      { timeouts, stream: logStream },
    );
    const listeners = { app, operatorApp, sockets, redis, probe, timeouts, waitLead };
    await serve(config, core, listeners, undo);
    const operatorUrl = originOf(operatorApp, config.operatorHost);
    return { core, operatorUrl, reload: followed.reload, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** Moves approved payouts and refunds to review, before anything may send one. */
async function startHolding(core: Core): Promise<void> {
  const count = (await holdPayouts(core)) + (await holdRefunds(core));
  core.log.warn({ count }, 'payouts are held (HOLD_PAYOUTS); approved ones were moved to review');
}

/** Functions that undo the steps of the start, in reverse order. */
type Undo = (() => Promise<void>)[];

/** Runs every step, even if one fails; then throws the first error. */
async function undoAll(undo: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) {
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** The folder of the embedded PostgreSQL. */
const folderOf = ({ dataFolder }: Config) => path.join(dataFolder, 'postgres');

async function startDatabase(config: Config, undo: Undo): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const postgres = await startEmbeddedPostgres(folderOf(config));
  undo.push(postgres.stop);
  return postgres.url;
}

async function startRedis(config: Config, app: FastifyInstance, undo: Undo): Promise<Redis | null> {
  if (config.redisUrl === null) return null;
  // Loaded only if needed: the Redis client is a fifth of all modules that a start loads.
  const { connectRedis } = await import('./ground/redis/connect-redis.ts');
  const redis = connectRedis(config.redisUrl, app.log);
  undo.push(redis.close);
  return redis;
}

interface ServerParts {
  /** Players and providers reach this one. */
  app: FastifyInstance;
  /** The operator's own network reaches this one. */
  operatorApp: FastifyInstance;
  sockets: SocketApi;
  redis: Redis | null;
  probe: Db;
  timeouts: Timeouts;
  waitLead: () => Promise<void>;
}

async function serve(
  config: Config,
  core: Core,
  { app, operatorApp, sockets, redis, probe, timeouts, waitLead }: ServerParts,
  undo: Undo,
): Promise<void> {
  const drain = buildDrain();
  const authenticate = buildAuthenticate(core);
  const limits = buildRateLimits(redis, config.rateLimitScale);
  const registry = new Registry();
  for (const each of [app, operatorApp]) {
    limitFiles(each, limits);
    registerHealth(each, probe, drain);
    registerFailureAnswers(each, core);
  }
  registerMetrics(operatorApp, registry, [app, operatorApp]);
  registerRum(app, core, registry, limits);
  measureOutbox(registry, core);
  measureClaims(registry, core);
  measureTransfers(registry, core);
  measureChains(registry, core);
  measurePayouts(registry, core);
  measureReloads(registry, core.reload.takenOrder);
  registerHttpCalls(app, core, acceptTickets(core, authenticate), limits, timeouts);
  registerOneTimeCodes(app, core, limits);
  registerReceiptKeys(app, core);
  registerProviderNotifications(app, core, drain, limits);
  registerOperatorApi(operatorApp, core, limits);
  await registerOpenApi(operatorApp, config.publicUrl);
  await registerWidgetFiles(app, core, {
    widget: config.widgetFolder,
    catalog: config.catalogFolder,
  });
  const { isTrustedProxy } = config;
  guardConnections(app.server, core, { limits, isTrustedProxy, timeouts });
  guardConnections(operatorApp.server, core, {
    limits,
    isTrustedProxy: trustNobody,
    timeouts: { ...timeouts, unreadMs: timeouts.operatorUnreadMs },
  });
  sockets.attach(app.server, core, { authenticate, drain, limits, isTrustedProxy });
  undo.push(async () => {
    // First load balancers notice it and send new requests to another process.
    drain.leave();
    await waitLead();
    // Calls over sockets end first, so that none is interrupted; HTTP finishes its own requests.
    await drain.begin();
    await sockets.close();
    await Promise.all([app, operatorApp].map(closeWithin));
    await drain.begin();
  });
  // The players' listener comes last: a process that takes players has everything else.
  await listen(operatorApp, config.operatorHost, config.operatorPort, 'OPERATOR_');
  await listen(app, config.host, config.port);
}

/** Finishes the pending HTTP requests, for `drainMs` at most. */
async function closeWithin(app: FastifyInstance): Promise<void> {
  const closing = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(closing);
}
