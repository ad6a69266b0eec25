import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConnectorError, StatusOutcome } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { askProvider, type ProviderRequest, paysNothingOut } from '../../providers/ask-provider.ts';
import { unfinishedWithdrawalStatuses } from '../data-protection/finished-statuses.ts';
import { dayRange } from '../request-fields.ts';
import { compareStatus, type Difference, recordDifferences } from './differences.ts';
import type { Run } from './find-run.ts';
import { loadPayouts, loadReceipts, loadReversals } from './load-movements.ts';

/** Between two questions: a provider has its own work to do. */
const defaultPauseMs = 100;
/** One turn of the job ends by then; the run goes on in the next. */
const longestTurnMs = 20_000;
/** What a turn gets to at most, found at once: to find it, the whole day is gone through. */
const subjectsAtOnce = longestTurnMs / defaultPauseMs;
/** How long a turn keeps others off its run; a crash costs no more. */
const leaseMs = 120_000;
/** After so many questions in vain for one thing the run goes on to the next. */
const mostAttempts = 5;
const pauseAfterSilenceMs = 30_000;

/**
 * Takes the running reconciliations on, each by some steps, with a pause between two questions. Any
 * number of processes may do so.
 */
export async function stepRuns(core: Core, pauseMs = defaultPauseMs): Promise<void> {
  const endsAt = performance.now() + longestTurnMs;
  for (let run = await claimRun(core); run !== null; run = await claimRun(core)) {
    let next: Run | null = run;
    const upcoming: Subject[] = [];
    while (next !== null && performance.now() < endsAt) {
      next = await step(core, next, upcoming);
      if (next !== null) await delay(pauseMs);
    }
    if (next !== null) await saveRun(core, next, { next_step_at: core.now() });
    if (performance.now() >= endsAt) return;
  }
}

async function claimRun(core: Core): Promise<Run | null> {
  const now = core.now();
  const run = await core.db
    .updateTable('reconciliation_runs')
    .set({ next_step_at: new Date(now.getTime() + leaseMs) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('reconciliation_runs')
        .select('id')
        .where('status', '=', 'running')
        .where('next_step_at', '<=', now)
        .orderBy('next_step_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return run ?? null;
}

type Progress = Partial<
  Pick<
    Run,
    'phase' | 'position' | 'attempts' | 'next_step_at' | 'status' | 'failure' | 'finished_at'
  >
>;

/** Compares one more deposit or withdrawal; null where the run is over or has to wait. */
async function step(core: Core, run: Run, upcoming: Subject[]): Promise<Run | null> {
  if (upcoming.length === 0) upcoming.push(...(await findNext(core, run)));
  const id = upcoming.shift();
  if (id === undefined) return goOn(core, run);
  const ref: ProviderRequest = {
    brandId: run.brand_id,
    connector: run.connector,
    operation: run.phase === 'deposits' ? 'status' : 'payoutStatus',
    // Nobody's: each deposit or withdrawal counts for itself.
    playerId: id.id,
  };
  const outcome = await askProvider<StatusOutcome>(core, ref, (connector) =>
    run.phase === 'deposits'
      ? connector.status({ depositId: id.id, providerReference: id.provider_reference })
      : (connector.payouts?.status(id.id) ?? Promise.resolve(paysNothingOut)),
  );
  if (outcome.kind === 'error' && !isGivenUp(outcome, run)) {
    await saveRun(core, run, await planRepeat(core, run, outcome));
    return null;
  }
  const differences =
    outcome.kind === 'error'
      ? [describeSilence(run, id.id, outcome)]
      : await compare(core, run, id.id, outcome);
  return core.db.transaction().execute(async (tx) => {
    // Whoever took the run over has gone on from here: then nothing of this turn counts.
    const moved = await advance(tx, run, id.id);
    if (moved !== null) await recordDifferences(tx, run, differences);
    return moved;
  });
}

interface Subject {
  id: string;
  provider_reference: string | null;
}

/**
 * The next deposits or withdrawals that had anything to do with the day, in the order of ids. What
 * never was sent is asked about too: a restore may have lost that it was. While payouts are held every
 * unfinished withdrawal is, as it may have been paid on any day since the copy.
 */
async function findNext(
  core: Core,
  { brand_id, connector, day, phase, position }: Run,
): Promise<Subject[]> {
  const { start, end } = dayRange(day);
  const isAfter = position === null ? sql`true` : sql`t.id > ${position}`;
  const when = (table: string) =>
    sql`${sql.ref(`${table}.brand_id`)} = ${brand_id}
      and ${sql.ref(`${table}.created_at`)} >= ${start} and ${sql.ref(`${table}.created_at`)} < ${end}`;
  const orUnfinished = core.arePayoutsHeld
    ? sql`union select u.id from withdrawals u
        where u.brand_id = ${brand_id} and u.status = any(${unfinishedWithdrawalStatuses})`
    : sql``;
  const { rows } = await (phase === 'deposits'
    ? sql<Subject>`
        select t.id, t.provider_reference from deposits t
        where t.brand_id = ${brand_id} and t.connector = ${connector} and ${isAfter} and t.id in (
          select d.id from deposits d where ${when('d')}
          union select p.deposit_id from payments p where ${when('p')}
          union select r.deposit_id from reversals r where ${when('r')} and r.deposit_id is not null)
        order by t.id limit ${subjectsAtOnce}`
    : sql<Subject>`
        select t.id, t.provider_reference from withdrawals t
        where t.brand_id = ${brand_id} and t.connector = ${connector} and ${isAfter}
          and t.id in (
          select w.id from withdrawals w where ${when('w')}
          union select h.withdrawal_id from withdrawal_transitions h where ${when('h')}
          ${orUnfinished})
        order by t.id limit ${subjectsAtOnce}`
  ).execute(core.db);
  return rows;
}

/** To what is compared next, or to the end. */
async function goOn(core: Core, run: Run): Promise<Run | null> {
  if (run.phase === 'deposits') {
    return saveRun(core, run, { phase: 'withdrawals', position: null });
  }
  await saveRun(core, run, {
    phase: 'over',
    status: 'done',
    next_step_at: null,
    finished_at: core.now(),
  });
  return null;
}

async function compare(
  core: Core,
  run: Run,
  id: string,
  outcome: Exclude<StatusOutcome, ConnectorError>,
): Promise<Difference[]> {
  const ref = { brandId: run.brand_id, connector: run.connector };
  const ours =
    run.phase === 'deposits'
      ? [
          ...(await loadReceipts(core.db, ref, sql`t.deposit_id = ${id}`)),
          ...(await loadReversals(core.db, ref, sql`t.deposit_id = ${id}`)),
        ]
      : await loadPayouts(core.db, ref, sql`t.id = ${id}`);
  return compareStatus(ours, outcome.kind === 'absent' ? [] : outcome.events);
}

function isGivenUp({ error }: ConnectorError, run: Run): boolean {
  const isForThisOne = error === 'rejected' || error === 'declined' || error === 'malformed';
  return isForThisOne || (error !== 'misconfigured' && run.attempts + 1 >= mostAttempts);
}

async function planRepeat(core: Core, run: Run, error: ConnectorError): Promise<Progress> {
  const now = core.now();
  if (error.error === 'misconfigured') {
    const failure = `The provider refuses our settings: ${error.detail}`;
    return { status: 'failed', failure, next_step_at: null, finished_at: now };
  }
  const isLimit = error.error === 'rateLimited';
  const waitMs = isLimit ? error.retryAfterMs : pauseAfterSilenceMs;
  return {
    // Being asked to wait is no silence.
    attempts: isLimit ? run.attempts : run.attempts + 1,
    next_step_at: new Date(now.getTime() + waitMs),
  };
}

function describeSilence(run: Run, id: string, { error, detail }: ConnectorError): Difference {
  const isDeposit = run.phase === 'deposits';
  return {
    kind: 'notAnswered',
    type: isDeposit ? 'deposit' : 'payout',
    provider_reference: null,
    deposit_id: isDeposit ? id : null,
    payment_id: null,
    withdrawal_id: isDeposit ? null : id,
    line: null,
    ours: null,
    theirs: null,
    detail: `${error}: ${detail}`,
  };
}

async function advance(tx: Tx, run: Run, position: string): Promise<Run | null> {
  const moved = await tx
    .updateTable('reconciliation_runs')
    .set({ position, attempts: 0, checked_count: run.checked_count + 1 })
    .where('brand_id', '=', run.brand_id)
    .where('id', '=', run.id)
    .where('phase', '=', run.phase)
    .where('status', '=', 'running')
    .where(sql<boolean>`position is not distinct from ${run.position}`)
    .returningAll()
    .executeTakeFirst();
  return moved ?? null;
}

async function saveRun(core: Core, run: Run, progress: Progress): Promise<Run | null> {
  const saved = await core.db
    .updateTable('reconciliation_runs')
    .set(progress)
    .where('brand_id', '=', run.brand_id)
    .where('id', '=', run.id)
    .where('phase', '=', run.phase)
    .where('status', '=', 'running')
    .where(sql<boolean>`position is not distinct from ${run.position}`)
    .returningAll()
    .executeTakeFirst();
  return saved ?? null;
}
