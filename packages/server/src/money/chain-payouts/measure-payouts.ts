import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Core } from '../../core/core.ts';
import { listHotWallets } from './find-hot-wallet.ts';

interface Count {
  brand: string;
  account: string;
  blockchain: string;
  open: number;
  held: number;
}

/**
 * Measures the hot wallets on each scrape: payouts that aren't confirmed yet, and those that
 * something keeps from going on. Alert on the latter.
 */
export function measurePayouts(registry: Registry, core: Pick<Core, 'db' | 'brands'>): void {
  const add = (name: string, help: string, pick: (count: Count) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['brand', 'account', 'blockchain'],
      registers: [registry],
      async collect() {
        // Without the database this gauge is empty, and the other metrics still work.
        const counts = await countPayouts(core).catch(() => []);
        this.reset();
        for (const count of counts) {
          const { brand, account, blockchain } = count;
          this.set({ brand, account, blockchain }, pick(count));
        }
      },
    });
  add(
    'kassa_hot_wallet_open_payouts',
    'Payouts on chains that are not confirmed yet, by hot wallet.',
    ({ open }) => open,
  );
  add(
    'kassa_hot_wallet_held_payouts',
    'Payouts on chains that something keeps from going on, by hot wallet.',
    ({ held }) => held,
  );
}

/** Reads a partial index that holds only open payouts. Configured wallets have at least 0. */
async function countPayouts(core: Pick<Core, 'db' | 'brands'>): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select brand_id as brand, account, blockchain, count(*)::int as open,
      count(problem)::int as held
    from chain_payouts where status in ('reserved', 'signed') group by 1, 2, 3`.execute(core.db);
  const keyOf = ({ brand, account, blockchain }: Omit<Count, 'open' | 'held'>) =>
    `${brand} ${account} ${blockchain}`;
  const counts = new Map<string, Count>(
    listHotWallets(core).map(({ brandId: brand, account, rail: { blockchain } }) => {
      const place = { brand, account, blockchain };
      return [keyOf(place), { ...place, open: 0, held: 0 }];
    }),
  );
  for (const row of rows) counts.set(keyOf(row), row);
  return [...counts.values()];
}
