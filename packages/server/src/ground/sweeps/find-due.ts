import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../database/connect.ts';

/**
 * Tables whose rows wait for a job, and the columns of their lanes; each table has an index in this
 * order.
 */
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
  refunds: {
    lane: 'brand_id, account',
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

/**
 * Rows worked in order, independent of other lanes: those of a brand and a provider or, if
 * `connector` is empty, of the brand's wallet.
 */
export interface DueLane {
  brandId: string;
  connector: string;
}

/**
 * Finds the lanes of a queue that have due rows. The query jumps from lane to lane in the index, so
 * long lanes don't slow it down.
 */
export async function findDueLanes(
  db: Db,
  table: keyof typeof queues,
  now: Date,
): Promise<DueLane[]> {
  const { lane, dueAt, waits } = queues[table];
  const columns = sql.raw(lane);
  const ofLane = sql.raw(lane.replace(/\w+/g, 'l.$&'));
  const waiting = sql`${sql.table(table)} where ${sql.raw(waits)}`;
  const { rows } = await sql<{ brand_id: string; connector?: string; account?: string }>`
    with recursive lanes as (
      (select ${columns} from ${waiting} order by ${columns} limit 1)
      union all
      select next.* from lanes l cross join lateral (
        select ${columns} from ${waiting} and (${columns}) > (${ofLane})
        order by ${columns} limit 1) next)
    select * from lanes l where exists (
      select 1 from ${waiting} and (${columns}) = (${ofLane}) and ${sql.ref(dueAt)} <= ${now})
  `.execute(db);
  return rows.map(({ brand_id, connector, account }) => ({
    brandId: brand_id,
    connector: connector ?? account ?? '',
  }));
}

/** Tables whose rows are followed up at their provider. */
type FollowedTable = 'deposits' | 'withdrawals' | 'refunds';

/** A row that waits for the next status request to its provider. */
interface Waiting {
  id: string;
  check_count: number;
  next_check_at: Date | null;
}

/**
 * Claims the due rows of a lane, oldest first, by setting their next check to the time that
 * `planNext` returns. A crash or an unavailable provider therefore only delays them. Returns the
 * rows as updated.
 */
export function claimDue<Row extends Waiting>(
  core: { db: Db; now: () => Date },
  table: FollowedTable,
  { brandId, connector }: DueLane,
  {
    most,
    which = sql<SqlBool>`true`,
    planNext,
  }: { most: number; which?: RawBuilder<SqlBool>; planNext: (row: Row, now: Date) => Date },
): Promise<Row[]> {
  const now = core.now();
  const isOfLane = sql`(${sql.raw(queues[table].lane)}) = (${brandId}, ${connector})`;
  return core.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)}
      where ${isOfLane} and next_check_at <= ${now} and ${which}
      order by next_check_at limit ${most}
      for no key update skip locked`.execute(tx);
    const claimed: Row[] = [];
    for (const row of rows) {
      const next_check_at = planNext(row, now);
      const check_count = row.check_count + 1;
      await sql`
        update ${sql.table(table)}
        set next_check_at = ${next_check_at}, check_count = ${check_count}
        where brand_id = ${brandId} and id = ${row.id}`.execute(tx);
      claimed.push({ ...row, next_check_at, check_count });
    }
    return claimed;
  });
}

/** Ends the status requests for a row, unless another transaction has planned a check meanwhile. */
export async function endFollowUp(
  tx: Tx,
  table: FollowedTable,
  asked: { id: string; brand_id: string; next_check_at: Date | null },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_check_at = null
    where brand_id = ${asked.brand_id} and id = ${asked.id}
      and next_check_at = ${asked.next_check_at}`.execute(tx);
}

/** Plans one more status request for a deposit whose follow-up has ended. */
export async function resumeFollowUp(
  tx: Tx,
  { id, brand_id }: { id: string; brand_id: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ next_check_at: now })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('next_check_at', 'is', null)
    .execute();
}
