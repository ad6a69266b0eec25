import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, startEmbeddedPostgres } from '@kassa/server';
import { sql } from 'kysely';
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
    () => startEmbeddedPostgres(postgresFolder, { settings: [`log_line_prefix=${logLinePrefix}`] }),
    ({ stop }) => stop(),
  );
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

/** Uses an application name of its own, so that the recording omits the benchmark's statements. */
export function openDatabase(own: Own, url: string): Promise<Db> {
  return own(
    async () =>
      connect(`${url}?application_name=kassa-bench`, { poolSize: 1, statementTimeoutMs: 0 }),
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
export async function startBare(own: Own, stage: Stage, recording: Recording): Promise<number> {
  await sql`create database bare template kassa`.execute(stage.db);
  const recordingFile = path.join(stage.folder, 'recording.json');
  await writeFile(recordingFile, JSON.stringify(recording));
  const port = await findFreePort();
  await own(
    () =>
      startProcess({
        script: fileURLToPath(new URL('./bare-server.ts', import.meta.url)),
        environment: {
          PORT: String(port),
          BENCH_DATABASE_URL: stage.urlOf('bare'),
          BENCH_RECORDING: recordingFile,
        },
        readyUrl: `http://localhost:${port}/readyz`,
      }),
    endProcess,
  );
  return port;
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
