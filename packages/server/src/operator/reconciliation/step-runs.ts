import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '../../core/core.ts';
import { askAboutNext } from './ask-provider-steps.ts';
import type { Run } from './find-run.ts';
import { bookNextFee } from './post-fees.ts';
import { dueAt, type Step, type Subject, saveRun } from './run-progress.ts';
import { compareNextLines, searchUnlisted } from './settlement-steps.ts';

/** Between two questions to a provider, which has its own work to do. */
const defaultPauseMs = 100;
/** One turn of the job ends by then; the run goes on in the next. */
const longestTurnMs = 20_000;
/** How long a turn keeps others off its run; a crash costs no more. */
const leaseMs = 120_000;

const steps: Record<Exclude<Run['phase'], 'over'>, Step> = {
  deposits: askAboutNext,
  withdrawals: askAboutNext,
  lines: compareNextLines,
  receipts: searchUnlisted,
  reversals: searchUnlisted,
  payouts: searchUnlisted,
  fees: bookNextFee,
};

/**
 * Takes the running reconciliations on, each by some steps, with a pause between two questions to a
 * provider. Any number of processes may do so. A run that fails is logged, and tried again when its
 * lease is over.
 */
export async function stepRuns(core: Core, pauseMs = defaultPauseMs): Promise<void> {
  const endsAt = performance.now() + longestTurnMs;
  for (let run = await claimRun(core); run !== null; run = await claimRun(core)) {
    try {
      await stepRun(core, run, { pauseMs, endsAt });
    } catch (error) {
      core.log.error({ runId: run.id, phase: run.phase, error }, 'A reconciliation failed.');
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
  return (await claimBy(core, 'next_step_at')) ?? (await claimBy(core, 'next_batch_at'));
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
