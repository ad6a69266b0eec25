import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Core } from '../../core/core.ts';
import type { ChainCursor } from '../../ground/database/tables/chains.ts';
import { placeOf } from './lease.ts';
import { listChains } from './watch-chains.ts';

type Measured = Pick<Core, 'db' | 'brands'>;

interface Place {
  brand: string;
  account: string;
  blockchain: string;
}

const placeLabels = ['brand', 'account', 'blockchain'] as const;

interface Sample {
  labels: Place & { reason?: string };
  value: number;
}

/**
 * Measures the chains of the brands' accounts on each scrape: how far they were read, whether they
 * are paused, and the payments that wait. Alert on a pause, and on a height that stands still.
 */
export function measureChains(registry: Registry, core: Measured): void {
  const add = (
    name: string,
    help: string,
    read: () => Promise<Sample[]>,
    labelNames: readonly string[] = placeLabels,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // Without the database this gauge is empty, and the other metrics still work.
        const samples = await read().catch(() => []);
        this.reset();
        for (const { labels, value } of samples) this.set({ ...labels }, value);
      },
    });
  const readCursors = async (pick: (cursor: ChainCursor) => Omit<Sample, 'labels'> | null) =>
    (await loadCursors(core)).flatMap((cursor) => {
      const sample = pick(cursor);
      return sample === null ? [] : [{ ...sample, labels: labelsOf(cursor) }];
    });
  add('kassa_chain_height', 'The last block that was read, by chain.', () =>
    readCursors(({ height }) => (height === null ? null : { value: height })),
  );
  add('kassa_chain_lag_blocks', "The node's blocks that are not read yet, by chain.", () =>
    readCursors(({ height, tip_height: tip }) =>
      height === null || tip === null ? null : { value: Math.max(tip - height, 0) },
    ),
  );
  add(
    'kassa_chain_paused',
    'Chains of which nothing is credited now, by reason.',
    async () =>
      (await loadCursors(core)).flatMap((cursor) =>
        cursor.paused === null
          ? []
          : [{ labels: { ...labelsOf(cursor), reason: cursor.paused }, value: 1 }],
      ),
    [...placeLabels, 'reason'],
  );
  add('kassa_chain_open_payments', 'Payments that wait for confirmations, by chain.', () =>
    countPayments(core, 'seen'),
  );
  add('kassa_chain_parked_payments', 'Payments that wait for an operator, by chain.', () =>
    countPayments(core, 'parked'),
  );
}

const labelsOf = ({
  brand_id: brand,
  account,
  blockchain,
}: Pick<ChainCursor, 'brand_id' | 'account' | 'blockchain'>): Place => ({
  brand,
  account,
  blockchain,
});

const keyOf = ({ brand, account, blockchain }: Place) => `${brand} ${account} ${blockchain}`;

/** The cursors of configured chains: one that was taken out of the files raises no alarm. */
async function loadCursors(core: Measured): Promise<ChainCursor[]> {
  const known = new Set(listChains(core).map((chain) => keyOf(labelsOf(placeOf(chain)))));
  const cursors = await core.db.selectFrom('chain_cursors').selectAll().execute();
  return cursors.filter((cursor) => known.has(keyOf(labelsOf(cursor))));
}

/** Each count reads a partial index that holds only such rows. Configured chains have at least 0. */
async function countPayments(core: Measured, status: 'seen' | 'parked'): Promise<Sample[]> {
  const isCounted =
    status === 'seen' ? sql`status = 'seen'` : sql`status = 'parked' and resolved_at is null`;
  const { rows } = await sql<Place & { count: number }>`
    select brand_id as brand, account, blockchain, count(*)::int as count
    from chain_payments where ${isCounted} group by 1, 2, 3`.execute(core.db);
  const counts = new Map<string, Sample>();
  for (const chain of listChains(core)) {
    const labels = labelsOf(placeOf(chain));
    counts.set(keyOf(labels), { labels, value: 0 });
  }
  for (const { count, ...labels } of rows) counts.set(keyOf(labels), { labels, value: count });
  return [...counts.values()];
}
