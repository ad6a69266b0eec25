import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Core } from '../../core/core.ts';

/**
 * Measures each brand's claims that wait for its operator on each scrape: those in time (`open`) and
 * those whose time is over (`overdue`). Alert on the second.
 */
export function measureClaims(registry: Registry, core: Pick<Core, 'db' | 'now'>): void {
  new Gauge({
    name: 'kassa_claims',
    help: 'Claims that wait for an answer, by brand and state.',
    labelNames: ['brand', 'state'],
    registers: [registry],
    async collect() {
      // Without the database this gauge is empty, and the other metrics still work.
      const rows = await countClaims(core).catch(() => []);
      this.reset();
      for (const { brand, state, count } of rows) this.set({ brand, state }, count);
    },
  });
}

interface Count {
  brand: string;
  state: 'open' | 'overdue';
  count: number;
}

/** Reads a partial index that holds only such rows. */
async function countClaims({ db, now }: Pick<Core, 'db' | 'now'>): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select brand_id as brand, case when due_at < ${now()} then 'overdue' else 'open' end as state,
      count(*)::int as count
    from claims where status = 'open' group by 1, 2`.execute(db);
  return rows;
}
