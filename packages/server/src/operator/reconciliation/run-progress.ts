import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ReconciliationRunsTable } from '../../ground/database/tables/reconciliation.ts';
import type { Run } from './find-run.ts';

/**
 * Takes a run one step on, its progress with what the step has found in one transaction. Null where
 * the run is over, has to wait, or was taken over by another process.
 */
export type Step = (core: Core, run: Run, upcoming: Subject[]) => Promise<Run | null>;

/** A deposit or withdrawal that the provider is asked about. */
export interface Subject {
  id: string;
  provider_reference: string | null;
}

export type Progress = Updateable<ReconciliationRunsTable>;

/**
 * Saves the progress of a run, unless another process has taken it on from the same place: then
 * null, and nothing of this step counts.
 */
export async function saveRun(db: Db | Tx, run: Run, progress: Progress): Promise<Run | null> {
  const saved = await db
    .updateTable('reconciliation_runs')
    .set(progress)
    .where('brand_id', '=', run.brand_id)
    .where('id', '=', run.id)
    .where('phase', '=', run.phase)
    .where('status', '=', 'running')
    .where(sql<SqlBool>`position is not distinct from ${run.position}`)
    .where(sql<SqlBool>`cursor is not distinct from ${run.cursor}`)
    .returningAll()
    .executeTakeFirst();
  return saved ?? null;
}

/** When the run is taken on next, in the column of its phase. */
export function dueAt({ phase }: Pick<Run, 'phase'>, at: Date) {
  const isAsking = phase === 'deposits' || phase === 'withdrawals';
  return isAsking ? { next_step_at: at } : { next_batch_at: at };
}

/** The progress of a run that has nothing left to do. */
export function ended(now: Date) {
  return {
    phase: 'over',
    status: 'done',
    next_step_at: null,
    next_batch_at: null,
    cursor: null,
    finished_at: now,
  } as const;
}
