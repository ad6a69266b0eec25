import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { BatchPhase, MovementType } from '../../ground/database/tables/reconciliation.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { dayRange } from '../request-fields.ts';
import {
  compareMovement,
  type Difference,
  type LedgerMovement,
  type ProviderMovement,
  recordDifferences,
} from './differences.ts';
import type { Run } from './find-run.ts';
import { depositReversals, loadPayouts, loadReceipts, loadReversals } from './load-movements.ts';
import type { SettlementLine } from './read-settlement.ts';
import { ended, type Progress, saveRun } from './run-progress.ts';

/** With more keys at once the planner reads a table of some ten thousand rows from end to end. */
const batchSize = 100;

/** Compares the next lines of a settlement file with the ledger. */
export async function compareNextLines(core: Core, run: Run): Promise<Run | null> {
  const lines = await loadLines(core.db, run);
  const last = lines.at(-1);
  if (last === undefined) return saveRun(core.db, run, { phase: 'receipts', cursor: null });
  const differences = await compareLines(core.db, run, lines);
  return save(core, run, differences, {
    cursor: String(last.line),
    checked_count: run.checked_count + lines.length,
  });
}

/** Saves the progress of a run together with the differences of a batch. */
function save(
  core: Core,
  run: Run,
  differences: readonly Difference[],
  progress: Progress,
): Promise<Run | null> {
  return core.db.transaction().execute(async (tx) => {
    const saved = await saveRun(tx, run, progress);
    if (saved !== null) await recordDifferences(tx, run, differences);
    return saved;
  });
}

async function loadLines(db: Db, run: Run): Promise<SettlementLine[]> {
  const rows = await db
    .selectFrom('settlement_lines')
    .selectAll()
    .where('run_id', '=', run.id)
    .where('line', '>', Number(run.cursor ?? 0))
    .orderBy('line')
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    line: row.line,
    type: row.type,
    providerReference: row.provider_reference,
    merchantReference: row.merchant_reference,
    amount: row.amount,
    currency: row.currency,
    fee: row.fee,
    feeCurrency: row.fee_currency,
    at: row.occurred_at,
  }));
}

/** Compares each line with Kassa's movement of the same reference. */
async function compareLines(
  db: Db,
  run: Run,
  lines: readonly SettlementLine[],
): Promise<Difference[]> {
  const provider = { brandId: run.brand_id, connector: run.connector };
  const references = (types: MovementType[]) =>
    lines.filter(({ type }) => types.includes(type)).map((line) => line.providerReference);
  const payouts = lines.filter(({ type }) => type === 'payout' || type === 'payoutReturn');
  const ownIds = payouts.flatMap(({ merchantReference }) => merchantReference ?? []).filter(isUuid);
  const [receipts, reversals] = [references(['receipt']), references(['reversal'])];
  const paidOut = references(['payout', 'payoutReturn']);
  const ours: LedgerMovement[] = [];
  if (receipts.length > 0) {
    const condition = sql<SqlBool>`t.provider_payment_id = any(${receipts})`;
    ours.push(...(await loadReceipts(db, provider, condition)));
  }
  if (reversals.length > 0) {
    const condition = sql<SqlBool>`t.provider_reversal_id = any(${reversals})`;
    ours.push(...(await loadReversals(db, provider, condition)));
  }
  if (paidOut.length > 0) {
    const condition = sql<SqlBool>`
      (t.provider_reference = any(${paidOut}) or t.id = any(${ownIds}::uuid[]))`;
    ours.push(...(await loadPayouts(db, provider, condition)));
  }
  const known = new Map<string, LedgerMovement>();
  for (const movement of ours) {
    known.set(`${movement.type} ${movement.providerReference}`, movement);
    if (movement.withdrawalId !== null) known.set(`payout ${movement.withdrawalId}`, movement);
  }
  return lines.flatMap((line) => {
    const type = line.type === 'payoutReturn' ? 'payout' : line.type;
    const found =
      known.get(`${type} ${line.providerReference}`) ??
      (line.merchantReference === null
        ? undefined
        : known.get(`${type} ${line.merchantReference}`));
    const detail = line.merchantReference === null ? null : `for ${line.merchantReference}`;
    return compareMovement(found ?? null, readTheirs(line, found), detail);
  });
}

function readTheirs(line: SettlementLine, ours: LedgerMovement | undefined): ProviderMovement {
  // A file lists a payout that was returned later twice: as paid and as returned.
  const isReturned = line.type === 'payoutReturn' || ours?.status === 'returned';
  const { fee, feeCurrency, amount, currency } = line;
  return {
    type: line.type,
    providerReference: line.providerReference,
    money: { amount, currency },
    status: isReturned && line.type !== 'receipt' ? 'returned' : 'paid',
    fee: fee === null || feeCurrency === null ? null : { amount: fee, currency: feeCurrency },
    line: line.line,
  };
}

/** The search of one phase, in the order of time. */
interface Search {
  /** Selects the rows `t`, with `id` and `at`. */
  candidates: (run: Run) => RawBuilder<unknown>;
  /** The condition that a file lists the row `t`. */
  isListed: (run: Run) => RawBuilder<SqlBool>;
  load: typeof loadReceipts;
  /** The phase that follows; null after the last one. */
  next: 'reversals' | 'payouts' | null;
}

const searches: Record<Extract<BatchPhase, 'receipts' | 'reversals' | 'payouts'>, Search> = {
  receipts: {
    candidates: () => sql`(select *, created_at as at from payments where part_of is null)`,
    isListed: (run) => isListed(run, 'receipt', sql`l.provider_reference = t.provider_payment_id`),
    load: loadReceipts,
    next: 'reversals',
  },
  reversals: {
    candidates: () => sql`(select *, created_at as at from ${depositReversals} r)`,
    isListed: (run) =>
      isListed(run, 'reversal', sql`l.provider_reference = t.provider_reversal_id`),
    load: loadReversals,
    next: 'payouts',
  },
  payouts: {
    candidates: () => sql`(
      select w.*, h.created_at as at from withdrawal_transitions h join withdrawals w
        on w.brand_id = h.brand_id and w.id = h.withdrawal_id
      where h.to_status = 'completed')`,
    isListed: (run) => sql`(
      ${isListed(run, 'payout', sql`l.provider_reference = t.provider_reference`)}
      or ${isListed(run, 'payout', sql`l.merchant_reference = t.id::text`)})`,
    load: loadPayouts,
    next: null,
  },
};

/** The condition that a file lists a row: a file of any day that isn't superseded. */
function isListed(
  { brand_id, connector }: Run,
  type: MovementType,
  names: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  // A look-up per row: for "exists" the planner may read all lines of all files into a hash table.
  return sql`coalesce((
    select true from settlement_lines l join reconciliation_runs r on r.id = l.run_id
    where l.brand_id = ${brand_id} and l.connector = ${connector} and l.type = ${type}
      and ${names} and r.superseded_by is null
    limit 1), false)`;
}

/** Searches the next receipts, reversals or payouts of the day for those that no file lists. */
export async function searchUnlisted(core: Core, run: Run): Promise<Run | null> {
  const search = searches[run.phase as keyof typeof searches];
  const found = await loadCandidates(core.db, run, search);
  const last = found.at(-1);
  if (last === undefined) {
    const progress =
      search.next === null ? ended(run, core.now()) : { phase: search.next, cursor: null };
    return saveRun(core.db, run, progress);
  }
  const ids = found.filter((row) => !row.isListed).map(({ id }) => id);
  const provider = { brandId: run.brand_id, connector: run.connector };
  const ours =
    ids.length === 0 ? [] : await search.load(core.db, provider, sql`t.id = any(${ids}::uuid[])`);
  const differences = ours.flatMap((movement) => compareMovement(movement, null));
  return save(core, run, differences, { cursor: `${last.at} ${last.id}` });
}

interface Candidate {
  id: string;
  /** As text, since a `Date` has no microseconds. */
  at: string;
  isListed: boolean;
}

async function loadCandidates(db: Db, run: Run, search: Search): Promise<Candidate[]> {
  const { start, end } = dayRange(run.day);
  const [at, id] = splitCursor(run.cursor);
  const isAfter = at === null ? sql`true` : sql`(t.at, t.id) > (${at}::timestamptz, ${id}::uuid)`;
  const { rows } = await sql<Candidate>`
    select t.id, t.at::text as at, ${search.isListed(run)} as "isListed"
    from ${search.candidates(run)} t
    where t.brand_id = ${run.brand_id} and t.connector = ${run.connector}
      and t.at >= ${start} and t.at < ${end} and ${isAfter}
    order by t.at, t.id limit ${batchSize}`.execute(db);
  return rows;
}

function splitCursor(cursor: string | null): [at: string, id: string] | [null, null] {
  if (cursor === null) return [null, null];
  const middle = cursor.lastIndexOf(' ');
  return [cursor.slice(0, middle), cursor.slice(middle + 1)];
}
