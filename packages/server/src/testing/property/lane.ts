import pg from 'pg';
import { createTestDatabase } from '../test-database.ts';
import type { World } from './world.ts';

/** The number of worlds after which the tables are so large that they slow down further worlds. */
const worldsPerDatabase = 150;
/**
 * The connections of all processes of a world together: few enough that some must wait at times.
 */
const poolSize = 12;

/** A database that worlds use one after the other, replaced by a new one after a while. */
export class Lane {
  #pool: pg.Pool | null = null;
  #worlds = 0;

  /** Returns connections to a database that no other world uses at the moment. */
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

  /** Cancels the due work of a finished world, since the next world's sweeps read all brands. */
  async leave({ db, brandId }: Pick<World, 'db' | 'brandId'>): Promise<void> {
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
      .updateTable('refunds')
      .set({ next_check_at: null })
      .where('brand_id', '=', brandId)
      .where('next_check_at', 'is not', null)
      .execute();
    await db
      .updateTable('bank_statements')
      .set({ next_step_at: never })
      .where('brand_id', '=', brandId)
      .where('next_step_at', 'is not', null)
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

/** Parses and plans each statement once per connection: sequences repeat the same statements. */
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
