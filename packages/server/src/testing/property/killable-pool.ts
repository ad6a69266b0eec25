import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { KillableProcess } from './killable-process.ts';

/**
 * The database connections of a process that can be killed: every statement, including `begin` and
 * `commit`, is a possible crash point. A kill rolls open transactions back, as the database does
 * for a lost connection; statements that were already sent still run.
 */
export function buildKillablePool(pool: pg.Pool, owner: KillableProcess): PostgresPool {
  return {
    options: {},
    connect: async () => {
      const client = await pool.connect();
      if (owner.isKilled) client.release();
      return buildClient(client, owner);
    },
    // The connections belong to all processes of the test.
    end: async () => {},
  };
}

function buildClient(client: pg.PoolClient, owner: KillableProcess): PostgresPoolClient {
  const forget = owner.onKill(async () => {
    await client.query('rollback');
    client.release();
  });
  const run = (text: string, parameters: readonly unknown[]) =>
    owner.access(text === 'commit' ? 'commit' : 'statement', () =>
      client.query(text, [...parameters]),
    );
  return {
    // Kysely's cursor queries are not used here.
    query: run as unknown as PostgresPoolClient['query'],
    release: (isBroken) => {
      if (owner.isKilled) return;
      forget();
      client.release(isBroken);
    },
  };
}
