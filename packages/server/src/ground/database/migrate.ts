import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { connect, type Db } from './connect.ts';

/**
 * A change that waits for a table keeps everyone off it who comes after: it gives way by then, and
 * tries again when they have been let through.
 */
const defaults = { lockTimeoutMs: 10_000, pauseMs: 5_000, attempts: 5 };

/**
 * Brings the database to the newest schema. Safe to run from several processes at once: Kysely
 * takes a lock. Throws with the name of the migration that failed; that one is rolled back.
 */
export async function migrate(url: string, limits: Partial<typeof defaults> = {}): Promise<void> {
  const { lockTimeoutMs, pauseMs, attempts } = { ...defaults, ...limits };
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryMigrate(url, lockTimeoutMs);
    if (failure === null) return;
    if (!hasGivenWay(failure.cause)) throw failure;
    if (attempt === attempts) {
      const message =
        `${failure.message}: something held a table for too long, ${attempts} times. Nothing ` +
        'changed; look for long transactions (a ledger check, a backup), and start again.';
      throw new Error(message, { cause: failure.cause });
    }
    await delay(pauseMs);
  }
}

/** Knows the migrations of this release, in their order. */
export function buildMigrator(db: Db): Migrator {
  const migrationFolder = path.join(import.meta.dirname, 'migrations');
  return new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
}

async function tryMigrate(url: string, lockTimeoutMs: number): Promise<Error | null> {
  // Building an index may take its time.
  const db = connect(url, { poolSize: 1, statementTimeoutMs: 0, lockTimeoutMs });
  try {
    const migrator = buildMigrator(db);
    if (await isAhead(db, migrator)) return null;
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error === undefined) return null;
    const failed = results.find((result) => result.status === 'Error');
    return new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  } finally {
    await db.destroy();
  }
}

/**
 * Whether a later release has changed the schema: each leaves one that the release before runs on, so
 * a process of that one may start beside it. Kysely by itself would refuse what it doesn't know.
 */
async function isAhead(db: Db, migrator: Migrator): Promise<boolean> {
  const ours = await migrator.getMigrations();
  if (ours.some(({ executedAt }) => executedAt === undefined)) return false;
  const { rows } = await sql`select name from kysely_migration`.execute(db);
  return rows.length > ours.length;
}

/**
 * PostgreSQL's lock_not_available and deadlock_detected: others hold several tables at once, in an
 * order that no change of the schema can know.
 */
const gaveWay: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

function hasGivenWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && gaveWay.has(error.code);
}
