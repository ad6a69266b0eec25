import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { signPlayerToken, type TokenClaims } from '@kassa/test-kit';
import { connect, type Db } from '../ground/database/connect.ts';
import { startEmbeddedPostgres } from '../ground/database/embedded/embedded-postgres.ts';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { describeServerProcess, type ServerProcess } from './server-process.ts';
import { startBalancer } from './start-balancer.ts';
import { startRedis } from './start-redis.ts';
import { writeTestFiles } from './test-files.ts';

const keys = { apiKey: 'sandbox-api-key-of-tests', webhookSecret: 'sandbox-webhook-secret' };

/** Server processes behind a balancer, on one database and one Redis, with a provider: all real. */
export interface Cluster {
  /** The balancer's URL, which players use. */
  url: string;
  tokenSecret: string;
  /** Signs a valid player token; `claims` replace its claims. */
  token: (claims?: TokenClaims) => Promise<string>;
  sandbox: Sandbox;
  sandboxKey: string;
  db: Db;
  /** The servers, each with a way to wait until the balancer sends requests to it. */
  servers: { process: ServerProcess; untilUsed: () => Promise<void> }[];
  end: () => Promise<void>;
}

/** Starts all processes and waits until the balancer uses every server. */
export async function startCluster(settings: NodeJS.ProcessEnv = {}): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-cluster-'));
  await mkdir(path.join(folder, 'sandbox'));
  // The database runs in its own process, because it must outlive each of the servers.
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  const redis = await startRedis();
  const timing = { firstRetryMs: 50, longestRetryMs: 500 };
  const dataFolder = path.join(folder, 'sandbox');
  const sandbox = await startSandbox({ port: 0, dataFolder, ...keys, timing });
  const tokenSecret = 'a secret for the cluster, long enough for HS256';
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: { apiUrl: sandbox.url, ...keys },
    secrets: { kassa: tokenSecret },
  });
  const ports = [await findFreePort(), await findFreePort()];
  const balancer = await startBalancer(folder, ports);
  const servers = ports.map((port) => ({
    process: describeServerProcess(`http://localhost:${port}`, {
      PORT: String(port),
      PUBLIC_URL: balancer.url,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      TRUST_PROXY: '1',
      KASSA_CONFIG: configFolder,
      KASSA_DATA: path.join(folder, 'data'),
      LOG_LEVEL: 'error',
      // A few players make many deposits.
      RATE_LIMIT_SCALE: '20',
      ...settings,
    }),
    untilUsed: async () => {
      while (!(await balancer.isUsing(port))) await delay(25);
    },
  }));
  await Promise.all(
    servers.map(async ({ process, untilUsed }) => {
      await process.start();
      await untilUsed();
    }),
  );
  const db = connect(postgres.url, { poolSize: 2 });
  return {
    url: balancer.url,
    tokenSecret,
    token: (claims) => signPlayerToken(tokenSecret, claims),
    sandbox,
    sandboxKey: keys.apiKey,
    db,
    servers,
    end: async () => {
      await Promise.all(servers.map(({ process }) => process.stop()));
      await db.destroy();
      await balancer.end();
      await sandbox.close();
      await redis.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
