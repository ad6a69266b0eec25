import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Core } from '../../core/core.ts';

/**
 * Measures the bank transfers of the last hour on each scrape, by brand, account and what told whose money they
 * are (`by`), else by their status. `oddAmount`: credited by `invoices.creditOddAmounts`.
 */
export function measureTransfers(
  registry: Registry,
  core: Pick<Core, 'db' | 'now' | 'brands'>,
): void {
  new Gauge({
    name: 'kassa_bank_transfers',
    help: 'Bank transfers of the last hour, by brand, account and what told whose money they are.',
    labelNames: ['brand', 'account', 'by'],
    registers: [registry],
    async collect() {
      // Without the database this gauge is empty, and the other metrics still work.
      const rows = await countTransfers(core).catch(() => []);
      this.reset();
      for (const { count, ...labels } of rows) this.set(labels, count);
    },
  });
}

interface Count {
  brand: string;
  account: string;
  by: string;
  count: number;
}

const hourMs = 3600_000;

async function countTransfers({
  db,
  now,
  brands,
}: Pick<Core, 'db' | 'now' | 'brands'>): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select brand_id as brand, account, coalesce(matched_by, status) as by, count(*)::integer as count
    from bank_transfers
    where brand_id = any(${[...brands.keys()]}::text[])
      and created_at > ${new Date(now().getTime() - hourMs)}
    group by 1, 2, 3`.execute(db);
  return rows;
}
