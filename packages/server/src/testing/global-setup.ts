import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../ground/database/embedded/embedded-postgres.ts';
import { describeFolder } from '../ground/database/embedded/folder.ts';
import { readPidFile } from '../ground/database/embedded/postmaster.ts';
import { isAlive } from '../ground/database/embedded/processes.ts';
import { migrate } from '../ground/database/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a migrated, empty database on the tests' own PostgreSQL, used as a template. */
    templateUrl: string;
  }
}

/** The crash test covers durability; here only speed counts. */
const settings = [
  'max_connections=200',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Nothing needs to reach the disk before the end.
  'checkpoint_timeout=1d',
  'max_wal_size=8GB',
  // With a database for each file, its workers would start ten times a second.
  'autovacuum=off',
];

/** Starts one real PostgreSQL for the whole run; each test file clones the migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-test-'));
  const directory = path.join(folder, 'postgres');
  const { url } = await startEmbeddedPostgres(directory, { settings });
  await hashPasswordOnce(url);
  await migrate(url);
  project.provide('templateUrl', url);
  return async () => {
    await end(directory);
    await rm(folder, { recursive: true, force: true });
  };
}

/** Stores the password with one round of its hash, for the thousands of connections of a run. */
async function hashPasswordOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set scram_iterations = 1');
  const password = client.escapeLiteral(new URL(url).password);
  await client.query(`alter role kassa password ${password}`);
  await client.end();
}

/** Ends PostgreSQL by an immediate shutdown, which writes no data. */
async function end(directory: string): Promise<void> {
  const { pid } = await readPidFile(describeFolder(directory));
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await delay(10);
}
