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
