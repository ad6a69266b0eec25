import { sql } from 'kysely';
import type { ConnectorError, StatusOutcome } from '../../connectors/connector-outcome.ts';
import type { Core } from '../../core/core.ts';
import { openRefundStatuses } from '../../money/states/refund.machine.ts';
import { askProvider, noPayouts, type ProviderRequest } from '../../providers/ask-provider.ts';
import { unfinishedWithdrawalStatuses } from '../data-protection/finished-statuses.ts';
import { dayRange } from '../request-fields.ts';
import { compareStatus, type Difference, recordDifferences } from './differences.ts';
import type { Run } from './find-run.ts';
import { loadPayouts, loadReceipts, loadReversals } from './load-movements.ts';
import { ended, type Progress, type Subject, saveRun } from './run-progress.ts';

/** One query finds this many deposits or withdrawals, as each query reads the whole day. */
const subjectsAtOnce = 200;
/** Requests without a response before the run skips a deposit or withdrawal. */
const mostAttempts = 5;
const retryPauseMs = 30_000;

/**
 * Requests the status of the next deposit or withdrawal from the provider, and compares the
 * response with the ledger.
 */
export async function requestNextStatus(
  core: Core,
  run: Run,
  upcoming: Subject[],
): Promise<Run | null> {
  if (upcoming.length === 0) upcoming.push(...(await findNext(core, run)));
  const subject = upcoming.shift();
  if (subject === undefined) return startNextPhase(core, run);
  const ref: ProviderRequest = {
    brandId: run.brand_id,
    connector: run.connector,
    operation: run.phase === 'deposits' ? 'status' : 'payoutStatus',
    // The circuit breaker counts failures per player; here each deposit or withdrawal counts.
    playerId: subject.id,
  };
  const outcome = canAsk(core, run)
    ? await askProvider<StatusOutcome>(core, ref, (connector) =>
        run.phase === 'deposits'
          ? connector.status({
              depositId: subject.id,
              providerReference: subject.provider_reference,
            })
          : (connector.payouts?.status(subject.id) ?? Promise.resolve(noPayouts)),
      )
    : unaskable;
  if (outcome.kind === 'error' && !isFinalError(outcome, run)) {
    await saveRun(core.db, run, await planRepeat(core, run, outcome));
    return null;
  }
  const differences =
    outcome.kind === 'error'
      ? [describeNoResponse(run, subject.id, outcome)]
      : await compare(core, run, subject.id, outcome);
  return core.db.transaction().execute(async (tx) => {
    const moved = await saveRun(tx, run, {
      position: subject.id,
      attempts: 0,
      checked_count: run.checked_count + 1,
    });
    if (moved !== null) await recordDifferences(tx, run, differences);
    return moved;
  });
}

/** Silence must not read as "not paid": each payout that may still be made is listed. */
const unaskable: ConnectorError = {
  kind: 'error',
  error: 'rejected',
  detail: "the account can't be asked for payouts: look at the wallet or the bank account",
};

/** Nobody can be asked for a payout on a chain, or one by file. */
function canAsk({ brands }: Pick<Core, 'brands'>, { brand_id, connector: name, phase }: Run) {
  const connector = brands.get(brand_id)?.accounts.get(name)?.connector;
  if (phase === 'deposits' || connector === undefined) return true;
  return connector.payouts !== null && connector.payoutFile === undefined;
}

/**
 * Finds the next deposits or withdrawals of the day, in the order of ids: tried at the account, and
 * created on it, or with a receipt, reversal or transition on it. Unsent withdrawals are included,
 * since a restore may have lost the record of their sending; of an account that can't be asked only
 * unfinished ones. While payouts are held, every unfinished
 * withdrawal and every deposit with an open refund at the account are included: the provider may have
 * paid on any day since the backup.
 */
async function findNext(core: Core, run: Run): Promise<Subject[]> {
  const { brand_id, connector, day, phase, position } = run;
  const { start, end } = dayRange(day);
  const isOpen = canAsk(core, run)
    ? sql`true`
    : sql`t.status = any(${unfinishedWithdrawalStatuses})`;
  const isAfter = position === null ? sql`true` : sql`t.id > ${position}`;
  const when = (table: string) =>
    sql`${sql.ref(`${table}.brand_id`)} = ${brand_id}
      and ${sql.ref(`${table}.created_at`)} >= ${start} and ${sql.ref(`${table}.created_at`)} < ${end}`;
  const orUnfinished = core.arePayoutsHeld
    ? sql`union select u.id from withdrawals u
        where u.brand_id = ${brand_id} and u.status = any(${unfinishedWithdrawalStatuses})`
    : sql``;
  const orRefunding = core.arePayoutsHeld
    ? sql`union select f.deposit_id from refunds f
        where f.brand_id = ${brand_id} and f.account = ${connector}
          and f.status = any(${openRefundStatuses})`
    : sql``;
  const { rows } = await (phase === 'deposits'
    ? sql<Subject>`
        select t.id, case when t.connector = ${connector} then t.provider_reference end
            as provider_reference
        from deposits t
        where t.brand_id = ${brand_id} and ${isAfter} and (t.connector = ${connector} or exists (
            select from deposit_attempts a
            where a.deposit_id = t.id and a.account = ${connector})) and t.id in (
          select d.id from deposits d where ${when('d')}
          union select p.deposit_id from payments p where ${when('p')}
          union select r.deposit_id from reversals r where ${when('r')} and r.deposit_id is not null
          ${orRefunding})
        order by t.id limit ${subjectsAtOnce}`
    : sql<Subject>`
        select t.id, t.provider_reference from withdrawals t
        where t.brand_id = ${brand_id} and t.connector = ${connector} and ${isAfter} and ${isOpen}
          and t.id in (
          select w.id from withdrawals w where ${when('w')}
          union select h.withdrawal_id from withdrawal_transitions h where ${when('h')}
          ${orUnfinished})
        order by t.id limit ${subjectsAtOnce}`
  ).execute(core.db);
  return rows;
}

/** Continues with the withdrawals after the deposits; ends the run after the withdrawals. */
async function startNextPhase(core: Core, run: Run): Promise<Run | null> {
  if (run.phase === 'deposits') {
    return saveRun(core.db, run, { phase: 'withdrawals', position: null });
  }
  await saveRun(core.db, run, ended(run, core.now()));
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
  const subject = run.phase === 'deposits' ? { deposit_id: id } : { withdrawal_id: id };
  const differences = compareStatus(ours, outcome.kind === 'absent' ? [] : outcome.events);
  // What is missing here belongs to the deposit or withdrawal that was asked for, too.
  return differences.map((difference) => ({ ...difference, ...subject }));
}

/**
 * Whether the run skips the subject: the error is about this subject, or there were enough
 * attempts.
 */
function isFinalError({ error }: ConnectorError, run: Run): boolean {
  const isAboutSubject = error === 'rejected' || error === 'declined' || error === 'malformed';
  return isAboutSubject || (error !== 'misconfigured' && run.attempts + 1 >= mostAttempts);
}

async function planRepeat(core: Core, run: Run, error: ConnectorError): Promise<Progress> {
  const now = core.now();
  if (error.error === 'misconfigured') {
    const failure = `The provider rejects the connector's settings: ${error.detail}`;
    return { status: 'failed', failure, next_step_at: null, finished_at: now };
  }
  const isLimit = error.error === 'rateLimited';
  const waitMs = isLimit ? error.retryAfterMs : retryPauseMs;
  return {
    // A rate limit is a response, so it isn't a failed attempt.
    attempts: isLimit ? run.attempts : run.attempts + 1,
    next_step_at: new Date(now.getTime() + waitMs),
  };
}

function describeNoResponse(run: Run, id: string, { error, detail }: ConnectorError): Difference {
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
