import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '../../core/core.ts';
import { requestNextStatus } from './ask-provider-steps.ts';
import type { Run } from './find-run.ts';
import { bookNextFee } from './post-fees.ts';
import { dueAt, type Step, type Subject, saveRun } from './run-progress.ts';
import { compareNextLines, searchUnlisted } from './settlement-steps.ts';

/** The pause between two status requests, which spares the provider. */
const defaultPauseMs = 100;
/** The longest time of one turn of the job; the next turn continues. */
const longestTurnMs = 20_000;
/** The lease of a turn on its run. After a crash the run continues when the lease ends. */
const leaseMs = 120_000;

const steps: Record<Exclude<Run['phase'], 'over'>, Step> = {
  deposits: requestNextStatus,
  withdrawals: requestNextStatus,
  lines: compareNextLines,
  receipts: searchUnlisted,
  reversals: searchUnlisted,
  payouts: searchUnlisted,
  fees: bookNextFee,
};

/**
 * Continues the running reconciliations by some steps each, with a pause between two status
 * requests. Any number of processes may run it in parallel. A run that fails is logged, and retried
 * when its lease ends.
 */
export async function stepRuns(core: Core, pauseMs = defaultPauseMs): Promise<void> {
  const endsAt = performance.now() + longestTurnMs;
  for (let run = await claimRun(core); run !== null; run = await claimRun(core)) {
    try {
      await stepRun(core, run, { pauseMs, endsAt });
    } catch (error) {
      core.log.error(
        { runId: run.id, phase: run.phase, error },
        'A step of a reconciliation failed; it will be retried.',
      );
    }
    if (performance.now() >= endsAt) return;
  }
}

async function stepRun(
  core: Core,
  run: Run,
  { pauseMs, endsAt }: { pauseMs: number; endsAt: number },
): Promise<void> {
  const upcoming: Subject[] = [];
  let next: Run | null = run;
  while (next !== null && next.phase !== 'over' && performance.now() < endsAt) {
    const isAsking: boolean = next.next_step_at !== null;
    next = await steps[next.phase](core, next, upcoming);
    if (next !== null && isAsking) await delay(pauseMs);
  }
  if (next !== null) await saveRun(core.db, next, dueAt(next, core.now()));
}

async function claimRun(core: Core): Promise<Run | null> {
  // Batches are short; the requests of a day may take hours.
  return (await claimBy(core, 'next_batch_at')) ?? (await claimBy(core, 'next_step_at'));
}

async function claimBy(core: Core, column: 'next_step_at' | 'next_batch_at'): Promise<Run | null> {
  const now = core.now();
  const run = await core.db
    .updateTable('reconciliation_runs')
    .set({ [column]: new Date(now.getTime() + leaseMs) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('reconciliation_runs')
        .select('id')
        .where('status', '=', 'running')
        .where(column, '<=', now)
        .orderBy(column)
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return run ?? null;
}
