import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Core } from '../../core/core.ts';

/**
 * Measures the undelivered events of each brand on each scrape: `new` ones, those being `retried`,
 * and those that `failed` permanently. Alert on the last two.
 */
export function measureOutbox(registry: Registry, core: Pick<Core, 'db'>): void {
  new Gauge({
    name: 'kassa_webhook_events',
    help: 'Webhook events that are not delivered, by brand and state.',
    labelNames: ['brand', 'state'],
    registers: [registry],
    async collect() {
      // Without the database this gauge is empty, and the other metrics still work.
      const rows = await countUndelivered(core).catch(() => []);
      this.reset();
      for (const { brand, state, count } of rows) this.set({ brand, state }, count);
    },
  });
}

interface Count {
  brand: string;
  state: 'new' | 'retried' | 'failed';
  count: number;
}

/** Each part reads a partial index that holds only such rows. */
async function countUndelivered({ db }: Pick<Core, 'db'>): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select brand_id as brand, 'new' as state, count(*)::int as count from webhook_events
      where status = 'pending' and attempts = 0 group by brand_id
    union all
    select brand_id, 'retried', count(*)::int from webhook_events
      where status = 'pending' and attempts > 0 group by brand_id
    union all
    select brand_id, 'failed', count(*)::int from webhook_events
      where status = 'failed' group by brand_id`.execute(db);
  return rows;
}
