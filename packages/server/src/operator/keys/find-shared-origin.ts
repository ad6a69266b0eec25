import { sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';

/**
 * Returns a key from which both keys come: one of the two, or a key that created or rotated them,
 * directly or through others. Whoever holds it may hold both. Null if the keys are independent.
 */
export async function findSharedOrigin(
  tx: Tx,
  brandId: string,
  [one, other]: readonly [string, string],
): Promise<{ name: string } | null> {
  const { rows } = await sql<{ name: string }>`
    with recursive origins (of, id) as (
      select k, k from unnest(array[${one}, ${other}]::uuid[]) as k
      union
      select o.of, maker.id from origins o
      join operator_keys k on k.brand_id = ${brandId} and k.id = o.id
      cross join lateral unnest(k.rotated_by_keys || k.created_by_key) as maker(id)
      where maker.id is not null
    )
    select name from operator_keys where brand_id = ${brandId} and id in (
      select a.id from origins a join origins b on b.id = a.id
      where a.of = ${one} and b.of = ${other})
    order by id limit 1`.execute(tx);
  return rows[0] ?? null;
}
