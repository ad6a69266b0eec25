import pg from 'pg';
import { createTestDatabase } from '../test-database.ts';
import type { World } from './world.ts';

/** After so many worlds the tables have grown enough to slow the next ones down. */
const worldsPerDatabase = 150;
/** Of all the processes of a world together: some must wait for a connection now and then. */
const poolSize = 12;

/** A database that worlds use one after the other; a fresh one now and then. */
export class Lane {
  #pool: pg.Pool | null = null;
  #worlds = 0;

  /** Gives connections to a database that no other world uses at the moment. */
  async enter(): Promise<pg.Pool> {
    if (this.#pool === null || this.#worlds >= worldsPerDatabase) {
      await this.close();
      this.#worlds = 0;
      this.#pool = new pg.Pool({
        connectionString: await createTestDatabase(),
        max: poolSize,
        connectionTimeoutMillis: 120_000,
        statement_timeout: 120_000,
      });
      this.#pool.on('connect', prepareStatements);
    }
    this.#worlds += 1;
    return this.#pool;
  }

  /** What a world left waiting is no business of the next one's, whose sweeps look everywhere. */
  async leave({ db, brandId }: World): Promise<void> {
    const never = new Date('9999-01-01');
    await db
      .updateTable('deposits')
      .set({ next_check_at: null })
      .where('brand_id', '=', brandId)
      .where('next_check_at', 'is not', null)
      .execute();
    await db
      .updateTable('withdrawals')
      .set({ next_check_at: null })
      .where('brand_id', '=', brandId)
      .where('next_check_at', 'is not', null)
      .execute();
    await db
      .updateTable('wallet_operations')
      .set({ next_attempt_at: never })
      .where('brand_id', '=', brandId)
      .where('status', '=', 'pending')
      .execute();
    await db
      .updateTable('provider_notifications')
      .set({ next_attempt_at: never })
      .where('brand_id', '=', brandId)
      .where('processed_at', 'is', null)
      .execute();
  }

  async close(): Promise<void> {
    await this.#pool?.end();
    this.#pool = null;
  }
}

const names = new Map<string, string>();

/** Each text is parsed and planned once a connection: sequences ask the same again and again. */
function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest);
    const name = names.get(text) ?? `statement-${names.size}`;
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  };
  client.query = prepared as typeof client.query;
}
