import { Gauge, type Registry } from 'prom-client';
import type { Db, Tx } from '../ground/database/connect.ts';

/** Orders every process to read the brands' files again, from the commit on. */
export async function orderReload(tx: Tx): Promise<void> {
  await tx
    .updateTable('config_reloads')
    .set(({ eb }) => ({ generation: eb('generation', '+', 1) }))
    .execute();
}

/** Returns how often a reload was ordered. */
export async function countReloads(db: Db): Promise<number> {
  const row = await db.selectFrom('config_reloads').select('generation').executeTakeFirstOrThrow();
  return row.generation;
}

/** Measures which order this process took last: one whose files are wrong stays behind the others. */
export function measureReloads(registry: Registry, takenOrder: () => number): void {
  new Gauge({
    name: 'kassa_config_reload_taken',
    help: 'The number of the last order of a reload whose files this process took.',
    registers: [registry],
    collect() {
      this.set(takenOrder());
    },
  });
}
