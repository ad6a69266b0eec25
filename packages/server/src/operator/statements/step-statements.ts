import { type SqlBool, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { BankStatement } from '../../ground/database/tables/requisites.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { cancelElsewhere } from '../../money/provider-events/follow-up-deposit.ts';
import { receiveTransfer } from '../../money/provider-events/receive-transfer.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import { type Applied, unexpectedOutcomes } from '../../providers/evidence.ts';
import { openNumber } from './find-account.ts';
import { openLine, type StoredLine } from './statement-lines.ts';

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
  while (performance.now() < endsAt) {
    const statement = await claimStatement(core);
    if (statement === null) return;
    await stepStatement(core, statement, endsAt);
  }
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
 * also deletes its line: a crash repeats none and leaves none out. Ends with the lines or the time.
 * A line that fails is logged, and tried again later.
 */
export async function stepStatement(
  core: Core,
  statement: BankStatement,
  endsAt = performance.now() + longestTurnMs,
): Promise<void> {
  let isFailing = false;
  try {
    const accountNumber = await loadNumber(core, statement);
    let after = 0;
    while (performance.now() < endsAt) {
      const lines = await loadLines(core, statement, after);
      const last = lines.at(-1);
      if (last === undefined) break;
      const applied: Applied[] = [];
      for (const line of lines) {
        const done = await takeLine(core, statement, line, accountNumber);
        if (done === 'failed') isFailing = true;
        else if (done !== null) applied.push(done);
      }
      await Promise.all(applied.map((it) => askOthers(core, it)));
      after = last.line;
    }
  } catch (error) {
    isFailing = true;
    logFailure(core, statement, error);
  }
  await endTurn(core, statement, isFailing).catch((error: unknown) => {
    logFailure(core, statement, error);
  });
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
async function takeLine(
  core: Core,
  statement: BankStatement,
  line: StoredLine,
  accountNumber: string,
): Promise<Applied | 'failed' | null> {
  try {
    const applied = await core.db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('bank_statement_lines')
        .where('statement_id', '=', statement.id)
        .where('line', '=', line.line)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return null;
      const evidence = {
        brandId: statement.brand_id,
        connector: statement.account,
        source: `statement ${statement.id}, line ${line.line}`,
        confirmedBy: 'provider',
      } as const;
      const transfer = {
        kind: 'transfer',
        providerReference: line.bank_reference,
        accountNumber,
        paid: { amount: line.amount, currency: line.currency },
        bookedAt: line.booked_at,
        ...openLine(core.vault, line),
      } as const;
      const result = await receiveTransfer(core, tx, evidence, transfer, {
        source: 'statement',
        statementId: statement.id,
        line: line.line,
        requisiteId: statement.requisite_id,
      });
      const counter = resolveCounter(result);
      await tx
        .updateTable('bank_statements')
        .set({ [counter]: sql<number>`${sql.ref(counter)} + 1` })
        .where('brand_id', '=', statement.brand_id)
        .where('id', '=', statement.id)
        .execute();
      return result;
    });
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

/** Returns the count to which a payment belongs. */
function resolveCounter({ outcome }: Applied): 'matched' | 'known' | 'review' {
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
  const left = sql<SqlBool>`exists (select from bank_statement_lines where statement_id = ${id})`;
  const nextAt = new Date(now.getTime() + (isFailing ? failurePauseMs : 0));
  await statement.set({ next_step_at: nextAt }).where(left).execute();
  await statement
    .set({ next_step_at: null, finished_at: now })
    .where(sql<SqlBool>`not ${left}`)
    .execute();
}

function logFailure(core: Core, statement: BankStatement, error: unknown, line?: StoredLine): void {
  const message = 'a line of a bank statement failed; it will be tried again';
  core.log.error({ ...placeOf(statement, line), error }, message);
}

const placeOf = ({ id, brand_id }: BankStatement, line?: StoredLine) => ({
  statementId: id,
  brandId: brand_id,
  ...(line !== undefined && { line: line.line }),
});
