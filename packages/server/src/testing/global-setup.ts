import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../ground/database/embedded/embedded-postgres.ts';
import { migrate } from '../ground/database/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a migrated, empty database on the tests' own PostgreSQL, used as a template. */
    templateUrl: string;
  }
}

/** Starts one real PostgreSQL for the whole run; each test file clones the migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-test-'));
  // The crash test covers durability; here only speed counts.
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), {
    settings: ['fsync=off', 'synchronous_commit=off', 'max_connections=200'],
  });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
