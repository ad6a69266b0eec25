import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { connect } from './connect.ts';

/**
 * Brings the database to the newest schema. Safe to run from several processes at once: Kysely
 * takes a lock. Throws with the name of the migration that failed; that one is rolled back.
 */
export async function migrate(url: string): Promise<void> {
  // Building an index, or waiting for another process that does, may take its time.
  const db = connect(url, { poolSize: 1, statementTimeoutMs: 0 });
  try {
    const migrator = new Migrator({
      db,
      provider: new FileMigrationProvider({
        fs,
        path,
        migrationFolder: path.join(import.meta.dirname, 'migrations'),
      }),
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error === undefined) return;
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  } finally {
    await db.destroy();
  }
}
