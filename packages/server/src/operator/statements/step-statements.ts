import { type SqlBool, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { retryDeadlock } from '../../ground/database/retry-deadlock.ts';
import type { BankStatement } from '../../ground/database/tables/requisites.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { cancelElsewhere } from '../../money/provider-events/follow-up-deposit.ts';
import { receiveTransfer } from '../../money/provider-events/receive-transfer.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import { type Applied, unexpectedOutcomes } from '../../providers/evidence.ts';
import { openNumber } from './find-account.ts';
import { creditReleased, decideHeld, loadReleased } from './held-lines.ts';
import { openLine, type StoredLine } from './statement-lines.ts';
import { evidenceOf, holdsLines } from './statement-word.ts';

/** The lease of a turn on its statement. After a crash it continues when the lease ends. */
export const leaseMs = 120_000;
/** The longest time of one turn; the next turn continues. */
const longestTurnMs = 20_000;
/** The pause after a line that failed. */
const failurePauseMs = 60_000;
const batchSize = 100;

/**
 * Continues the statements whose payments are still to be matched: after a crash, and those that
 * took longer than their import's answer. Any number of processes may run it in parallel.
 */
export async function stepStatements(core: Core): Promise<void> {
  const endsAt = performance.now() + longestTurnMs;
  await reopenStranded(core);
  while (performance.now() < endsAt) {
    const statement = await claimStatement(core);
    if (statement === null) return;
    await stepStatement(core, statement, endsAt);
  }
}

/** Reopens statements with held lines that a process of the previous release has finished: it knows none. */
async function reopenStranded({ db, now }: Core): Promise<void> {
  await sql`
    update bank_statements set next_step_at = ${now()}, finished_at = null
    where finished_at is not null and id in (
      select statement_id from held_transfers where state in ('undecided', 'released'))`.execute(
    db,
  );
}

async function claimStatement(core: Core): Promise<BankStatement | null> {
  const now = core.now();
  const claimed = await core.db
    .updateTable('bank_statements')
    .set({ next_step_at: new Date(now.getTime() + leaseMs) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('bank_statements')
        .select('id')
        .where('next_step_at', '<=', now)
        .orderBy('next_step_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/**
 * Matches the payments of a statement, one after another, each in a transaction of its own that
 * also deletes its line: a crash repeats none and leaves none out. Lines that are held are then decided
 * together, and credited one after another. Ends with the lines or the time. A line that fails is
 * logged, and tried again later.
 */
export async function stepStatement(
  core: Core,
  statement: BankStatement,
  endsAt = performance.now() + longestTurnMs,
): Promise<void> {
  let isFailing = false;
  try {
    const matched = await takeLines(core, statement, endsAt);
    if (matched !== 'outOfTime') {
      await decideHeld(core, statement);
      isFailing = await takeReleased(core, statement, endsAt);
    }
    isFailing ||= matched === 'failing';
  } catch (error) {
    isFailing = true;
    logFailure(core, statement, error);
  }
  await endTurn(core, statement, isFailing).catch((error: unknown) => {
    logFailure(core, statement, error);
  });
}

/** Matches the lines that are left. `failing`: some of them have failed. */
async function takeLines(
  core: Core,
  statement: BankStatement,
  endsAt: number,
): Promise<'taken' | 'failing' | 'outOfTime'> {
  const accountNumber = await loadNumber(core, statement);
  let isFailing = false;
  let after = 0;
  while (performance.now() < endsAt) {
    const lines = await loadLines(core, statement, after);
    const last = lines.at(-1);
    if (last === undefined) return isFailing ? 'failing' : 'taken';
    const applied: Applied[] = [];
    for (const line of lines) {
      const done = await takeLine(core, statement, line, accountNumber);
      if (done === 'failed') isFailing = true;
      else if (done !== null) applied.push(done);
    }
    await Promise.all(applied.map((it) => askOthers(core, it)));
    after = last.line;
  }
  return 'outOfTime';
}

/** Credits the lines that were held and need no second key any more. Returns whether some failed. */
async function takeReleased(
  core: Core,
  statement: BankStatement,
  endsAt: number,
): Promise<boolean> {
  let isFailing = false;
  let after: string | null = null;
  while (performance.now() < endsAt) {
    const released = await loadReleased(core.db, statement, after, batchSize);
    const last = released.at(-1);
    if (last === undefined) break;
    const applied: Applied[] = [];
    for (const held of released) {
      const done = await apply(core, statement, held.line, async (tx) => {
        const result = await creditReleased(core, tx, statement, held);
        const counter = result === null ? 'review' : resolveCounter(result);
        // It was counted as one in review when it was matched.
        if (counter !== 'review') await count(tx, statement, { [counter]: 1, review: -1 });
        return result;
      });
      if (done === 'failed') isFailing = true;
      else if (done !== null) applied.push(done);
    }
    await Promise.all(applied.map((it) => askOthers(core, it)));
    after = last.transferId;
  }
  return isFailing;
}

async function loadNumber(core: Core, statement: BankStatement): Promise<string> {
  const requisite = await core.db
    .selectFrom('requisites')
    .selectAll()
    .where('brand_id', '=', statement.brand_id)
    .where('id', '=', statement.requisite_id)
    .executeTakeFirstOrThrow();
  return openNumber(core, requisite);
}

function loadLines(core: Core, { id }: BankStatement, after: number): Promise<StoredLine[]> {
  return core.db
    .selectFrom('bank_statement_lines')
    .selectAll()
    .where('statement_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(batchSize)
    .execute();
}

/** Matches one payment. Null if another process has done it. */
function takeLine(
  core: Core,
  statement: BankStatement,
  line: StoredLine,
  accountNumber: string,
): Promise<Applied | 'failed' | null> {
  return apply(core, statement, line.line, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('bank_statement_lines')
      .where('statement_id', '=', statement.id)
      .where('line', '=', line.line)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return null;
    const transfer = {
      kind: 'transfer',
      providerReference: line.bank_reference,
      accountNumber,
      paid: { amount: line.amount, currency: line.currency },
      bookedAt: line.booked_at,
      ...openLine(core.vault, line),
    } as const;
    const evidence = evidenceOf(statement, line.line);
    const result = await receiveTransfer(core, tx, evidence, transfer, {
      source: 'statement',
      statementId: statement.id,
      line: line.line,
      requisiteId: statement.requisite_id,
      isHeld: holdsLines(core, statement),
    });
    await count(tx, statement, { [resolveCounter(result)]: 1 });
    return result;
  });
}

/** Runs the work on one payment in a transaction of its own, and publishes its result. */
async function apply(
  core: Core,
  statement: BankStatement,
  line: number | null,
  work: (tx: Tx) => Promise<Applied | null>,
): Promise<Applied | 'failed' | null> {
  try {
    const applied = await retryDeadlock(() => core.db.transaction().execute(work));
    if (applied === null) return null;
    if (unexpectedOutcomes.has(applied.outcome)) {
      const { outcome } = applied;
      core.log.error({ ...placeOf(statement, line), outcome }, 'a bank transfer had no effect');
    }
    if (applied.changed !== null) publish(core, applied.changed);
    return applied;
  } catch (error) {
    logFailure(core, statement, error, line);
    return 'failed';
  }
}

type Counter = 'matched' | 'known' | 'review';

async function count(
  tx: Tx,
  { id, brand_id }: BankStatement,
  added: Partial<Record<Counter, number>>,
): Promise<void> {
  const changes = Object.entries(added).map(([counter, by]) => [
    counter,
    sql<number>`${sql.ref(counter)} + ${by}`,
  ]);
  await tx
    .updateTable('bank_statements')
    .set(Object.fromEntries(changes))
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .execute();
}

/** Returns the count to which a payment belongs. */
function resolveCounter({ outcome }: Applied): Counter {
  if (outcome === 'duplicate') return 'known';
  return outcome === 'credited' || outcome === 'parked' ? 'matched' : 'review';
}

/** Asks the wallet, and providers of other attempts, after the commit. */
async function askOthers(core: Core, { changed, isOpenElsewhere }: Applied): Promise<void> {
  if (changed === null) return;
  const { id: subjectId, brand_id: brandId } = changed;
  await performOperationsOf(core, { brandId, subjectId }).catch((error: unknown) => {
    core.log.error({ error }, 'a wallet operation failed; the sweep will retry it');
  });
  if (isOpenElsewhere && !('hold_id' in changed)) await cancelElsewhere(core, changed);
}

/** Finishes a statement that has no lines left, or has the job continue. */
async function endTurn(core: Core, { id, brand_id }: BankStatement, isFailing: boolean) {
  const now = core.now();
  const statement = core.db
    .updateTable('bank_statements')
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('finished_at', 'is', null);
  const left = sql<SqlBool>`(exists (select from bank_statement_lines where statement_id = ${id})
    or exists (select from held_transfers
      where statement_id = ${id} and state in ('undecided', 'released')))`;
  const nextAt = new Date(now.getTime() + (isFailing ? failurePauseMs : 0));
  await statement.set({ next_step_at: nextAt }).where(left).execute();
  await statement
    .set({ next_step_at: null, finished_at: now })
    .where(sql<SqlBool>`not ${left}`)
    .execute();
}

function logFailure(
  core: Core,
  statement: BankStatement,
  error: unknown,
  line: number | null = null,
): void {
  const message = 'a line of a bank statement failed; it will be tried again';
  core.log.error({ ...placeOf(statement, line), error }, message);
}

const placeOf = ({ id, brand_id }: BankStatement, line: number | null) => ({
  statementId: id,
  brandId: brand_id,
  ...(line !== null && { line }),
});
