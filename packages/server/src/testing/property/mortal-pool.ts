import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { MortalProcess } from './mortal-process.ts';

/**
 * Connections of a process that may die: every statement, `begin` and `commit` among them, is a
 * point at which it does. What was open is rolled back then, as the database does for a connection
 * that is cut; what was on its way to the database still runs.
 */
export function buildMortalPool(pool: pg.Pool, owner: MortalProcess): PostgresPool {
  return {
    options: {},
    connect: async () => {
      const client = await pool.connect();
      if (owner.isDead) client.release();
      return buildClient(client, owner);
    },
    // The connections belong to all processes of the test.
    end: async () => {},
  };
}

function buildClient(client: pg.PoolClient, owner: MortalProcess): PostgresPoolClient {
  const forget = owner.onDeath(async () => {
    await client.query('rollback');
    client.release();
  });
  const run = (text: string, parameters: readonly unknown[]) =>
    owner.touch(text === 'commit' ? 'commit' : 'statement', () =>
      client.query(text, [...parameters]),
    );
  return {
    // Kysely's other way to ask, with a cursor, is nobody's here.
    query: run as unknown as PostgresPoolClient['query'],
    release: (isBroken) => {
      if (owner.isDead) return;
      forget();
      client.release(isBroken);
    },
  };
}
