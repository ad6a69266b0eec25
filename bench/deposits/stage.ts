import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, startEmbeddedPostgres } from '@kassa/server';
import { sql } from 'kysely';
import { countingSetting, stopCounting } from '../measuring/count-statements.ts';
import { findFreePort } from '../measuring/free-port.ts';
import { makeFolder, removeFolder } from '../measuring/own-folder.ts';
import { endProcess, root, startProcess } from '../measuring/own-process.ts';
import type { Own } from '../measuring/run-benchmark.ts';
import { issuerOf, tokenSecret } from './player.ts';
import { closeProviderStub, providerKeys, startProviderStub } from './provider-stub.ts';
import { logLinePrefix, type Recording } from './recorded-statements.ts';
import type { Db } from './wait-for-credited.ts';

/** The common basis of both sides: a folder, PostgreSQL, the provider's stub. */
export interface Stage {
  /** The checkout whose server is started. */
  checkout: string;
  folder: string;
  providerPort: number;
  serverPort: number;
  operatorPort: number;
  postgresLog: string;
  /** The server's database. */
  db: Db;
  /** Returns the address of another database next to the server's. */
  urlOf: (database: string) => string;
}

/**
 * Starts PostgreSQL like the server does; the server of the checkout joins the one that runs on its
 * folder.
 */
export async function setStage(own: Own, checkout = root): Promise<Stage> {
  const folder = await own(makeFolder, removeFolder);
  const providerPort = await findFreePort();
  await own(() => startProviderStub(providerPort), closeProviderStub);
  await writeBrand(folder, providerPort);
  const postgresFolder = path.join(folder, 'postgres');
  const postgres = await own(
    () =>
      startEmbeddedPostgres(postgresFolder, {
        settings: [`log_line_prefix=${logLinePrefix}`, countingSetting],
      }),
    ({ stop }) => stop(),
  );
  await prepareDatabase(postgres.url);
  return {
    checkout,
    folder,
    providerPort,
    serverPort: await findFreePort(),
    operatorPort: await findFreePort(),
    postgresLog: path.join(postgresFolder, 'postgres.log'),
    db: await openDatabase(own, postgres.url),
    urlOf: (database) => postgres.url.replace(/\/kassa$/, `/${database}`),
  };
}

const role = 'bench';

/** Creates the benchmark's own role, whose statements aren't counted, as are none of the server at first. */
async function prepareDatabase(url: string): Promise<void> {
  const db = connect(url, { poolSize: 1 });
  const { password } = new URL(url);
  await sql`create role ${sql.ref(role)} superuser login password ${sql.lit(password)}`.execute(db);
  await stopCounting(db);
  await db.destroy();
}

/**
 * Opens a database with the benchmark's own role and application name, so that the recording and the
 * count omit its statements.
 */
export function openDatabase(own: Own, url: string): Promise<Db> {
  const address = new URL(url);
  address.username = role;
  address.searchParams.set('application_name', 'kassa-bench');
  return own(
    async () => connect(address.href, { poolSize: 1, statementTimeoutMs: 0 }),
    (db) => db.destroy(),
  );
}

/**
 * Starts the real server like `npm start`, except for its data, brand and log level, and optionally
 * with other ports, another database and another scale of the limits.
 */
export function startKassa(
  { checkout, folder, serverPort, operatorPort }: Stage,
  { port = serverPort, databaseUrl = '', rateLimitScale = 1000 } = {},
): Promise<ChildProcess> {
  return startProcess({
    script: path.join(checkout, 'packages/server/src/main.ts'),
    environment: {
      PORT: String(port),
      OPERATOR_PORT: String(port === serverPort ? operatorPort : 0),
      DATABASE_URL: databaseUrl,
      KASSA_DATA: folder,
      KASSA_CONFIG: folder,
      LOG_LEVEL: 'warn',
      // The few players send more requests than the limits allow.
      RATE_LIMIT_SCALE: String(rateLimitScale),
    },
    readyUrl: `http://localhost:${port}/readyz`,
  });
}

/**
 * Starts the bare handler on a copy of the server's database: the same schema, players and
 * accounts.
 */
export async function startBare(
  own: Own,
  stage: Stage,
  recording: Recording,
): Promise<StartedHandler> {
  await sql`create database bare template kassa`.execute(stage.db);
  const recordingFile = path.join(stage.folder, 'recording.json');
  await writeFile(recordingFile, JSON.stringify(recording));
  const script = new URL('./bare-server.ts', import.meta.url);
  return startHandler(own, stage, 'bare', script, { BENCH_RECORDING: recordingFile });
}

/** Starts the minimal handler on an empty database. */
export async function startMinimal(own: Own, stage: Stage): Promise<StartedHandler> {
  await sql`create database minimal`.execute(stage.db);
  const script = new URL('./minimal-server.ts', import.meta.url);
  return startHandler(own, stage, 'minimal', script);
}

interface StartedHandler {
  port: number;
  process: ChildProcess;
}

/** Starts a handler on the database of its name. */
async function startHandler(
  own: Own,
  stage: Stage,
  name: string,
  script: URL,
  environment: Record<string, string> = {},
): Promise<StartedHandler> {
  const port = await findFreePort();
  const process = await own(
    () =>
      startProcess({
        script: fileURLToPath(script),
        environment: {
          PORT: String(port),
          BENCH_DATABASE_URL: stage.urlOf(name),
          ...environment,
        },
        readyUrl: `http://localhost:${port}/readyz`,
      }),
    endProcess,
  );
  return { port, process };
}

/** Writes a brand's file, whose provider listens on the port; `more` adds settings. */
export async function writeBrand(
  folder: string,
  providerPort: number,
  { product = 'kassa', ...more }: { product?: string; [setting: string]: unknown } = {},
): Promise<void> {
  await mkdir(path.join(folder, 'brands'), { recursive: true });
  const brand = {
    product,
    name: 'Benchmark',
    mode: 'test',
    token: {
      issuer: issuerOf(product),
      audience: 'kassa',
      keys: [{ alg: 'HS256', kid: 'test', secret: tokenSecret }],
    },
    allowedOrigins: ['https://host.example'],
    connectors: { sandbox: { apiUrl: `http://localhost:${providerPort}`, ...providerKeys } },
    ...more,
  };
  await writeFile(path.join(folder, 'brands', `${product}.json`), JSON.stringify(brand));
}
