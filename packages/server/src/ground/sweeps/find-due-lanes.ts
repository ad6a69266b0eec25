import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Rows that wait for a job, and what makes a lane of them; each has an index in this order. */
const queues = {
  deposits: {
    lane: 'brand_id, connector',
    dueAt: 'next_check_at',
    waits: 'next_check_at is not null',
  },
  withdrawals: {
    lane: 'brand_id, connector',
    dueAt: 'next_check_at',
    waits: 'next_check_at is not null',
  },
  wallet_operations: { lane: 'brand_id', dueAt: 'next_attempt_at', waits: "status = 'pending'" },
  provider_notifications: {
    lane: 'brand_id, connector',
    dueAt: 'next_attempt_at',
    waits: 'processed_at is null',
  },
} as const;

/** What must not wait for another: a brand's provider, or, where `connector` is empty, its wallet. */
export interface DueLane {
  brandId: string;
  connector: string;
}

/** The lanes of a queue that have anything due. It jumps from lane to lane, however long they are. */
export async function findDueLanes(
  db: Db,
  table: keyof typeof queues,
  now: Date,
): Promise<DueLane[]> {
  const { lane, dueAt, waits } = queues[table];
  const columns = sql.raw(lane);
  const ofLane = sql.raw(lane.replace(/\w+/g, 'l.$&'));
  const waiting = sql`${sql.table(table)} where ${sql.raw(waits)}`;
  const { rows } = await sql<{ brand_id: string; connector?: string }>`
    with recursive lanes as (
      (select ${columns} from ${waiting} order by ${columns} limit 1)
      union all
      select next.* from lanes l cross join lateral (
        select ${columns} from ${waiting} and (${columns}) > (${ofLane})
        order by ${columns} limit 1) next)
    select * from lanes l where exists (
      select 1 from ${waiting} and (${columns}) = (${ofLane}) and ${sql.ref(dueAt)} <= ${now})
  `.execute(db);
  return rows.map(({ brand_id, connector }) => ({
    brandId: brand_id,
    connector: connector ?? '',
  }));
}
