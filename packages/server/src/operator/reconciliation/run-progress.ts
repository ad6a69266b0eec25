import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ReconciliationRunsTable } from '../../ground/database/tables/reconciliation.ts';
import type { Run } from './find-run.ts';

/**
 * Performs one step of a run. One transaction stores the progress with the differences that the
 * step found. Null if the run is over, has to wait, or was taken over by another process.
 */
export type Step = (core: Core, run: Run, upcoming: Subject[]) => Promise<Run | null>;

/** A deposit or withdrawal whose status is requested from the provider. */
export interface Subject {
  id: string;
  provider_reference: string | null;
}

export type Progress = Updateable<ReconciliationRunsTable>;

/**
 * Saves the progress of a run. Null if another process has continued the run from the same
 * position; the caller then discards its step.
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

/** Sets the time of the next step, in the column of the run's phase. */
export function dueAt({ phase }: Pick<Run, 'phase'>, at: Date) {
  const isAsking = phase === 'deposits' || phase === 'withdrawals';
  return isAsking ? { next_step_at: at } : { next_batch_at: at };
}

/** The progress of a finished run. */
export function ended({ failure }: Pick<Run, 'failure'>, now: Date) {
  return {
    phase: 'over',
    // A run that failed stays failed after its fees are posted.
    status: failure === null ? 'done' : 'failed',
    next_step_at: null,
    next_batch_at: null,
    cursor: null,
    finished_at: now,
  } as const;
}
