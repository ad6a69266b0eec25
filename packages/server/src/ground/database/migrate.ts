import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { connect, type Db } from './connect.ts';

/**
 * A schema change that waits for a table lock blocks every later query on the table. It gives up
 * after `lockTimeoutMs`, and tries again after `pauseMs`, when those queries have run.
 */
const defaults = { lockTimeoutMs: 10_000, pauseMs: 5_000, attempts: 5 };

const migrationFolder = path.join(import.meta.dirname, 'migrations');

/**
 * Migrates the database to the newest schema. Safe to run from several processes at once: Kysely
 * takes a lock.
 * @throws Error with the name of the failed migration, which is rolled back.
 */
export async function migrate(url: string, limits: Partial<typeof defaults> = {}): Promise<void> {
  const { lockTimeoutMs, pauseMs, attempts } = { ...defaults, ...limits };
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryMigrate(url, lockTimeoutMs);
    if (failure === null) return;
    if (!isLockFailure(failure.cause)) throw failure;
    if (attempt === attempts) {
      const message =
        `${failure.message}: another transaction held a table lock for too long, ${attempts} times. Nothing ` +
        'changed; look for long transactions (a ledger check, a backup), and start again.';
      throw new Error(message, { cause: failure.cause });
    }
    await delay(pauseMs);
  }
}

/** Builds the migrator with the migrations of this release, in their order. */
export function buildMigrator(db: Db): Migrator {
  return new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
}

async function tryMigrate(url: string, lockTimeoutMs: number): Promise<Error | null> {
  // No statement timeout: building an index may take long.
  const db = connect(url, { poolSize: 1, statementTimeoutMs: 0, lockTimeoutMs });
  try {
    if (await isMigrated(db)) return null;
    const { error, results = [] } = await buildMigrator(db).migrateToLatest();
    if (error === undefined) return null;
    const failed = results.find((result) => result.status === 'Error');
    return new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  } finally {
    await db.destroy();
  }
}

/**
 * Whether the database has all migrations of this release, so that there is nothing to do. It may
 * have later ones too: every schema works with the release before it, so that a process of the older
 * release may start beside newer ones. Kysely by itself would reject migrations that it doesn't know,
 * and reads all columns of the database first.
 */
async function isMigrated(db: Db): Promise<boolean> {
  const { rows: tables } = await sql`
    select 1 from pg_class where oid = to_regclass('kysely_migration')`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(rows.map(({ name }) => name));
  const files = await fs.readdir(migrationFolder);
  return files.every((file) => names.has(path.parse(file).name));
}

/**
 * PostgreSQL's lock_not_available and deadlock_detected. Other transactions lock several tables in
 * an order that a migration can't know.
 */
const lockFailureCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

function isLockFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lockFailureCodes.has(error.code);
}
