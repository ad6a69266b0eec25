import { sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import { OperatorError } from '../operator-error.ts';
import { isImporting } from '../read-alone.ts';
import type { Run } from './find-run.ts';
import type { ReadSettlement, SettlementLine } from './read-settlement.ts';

export interface Settlement {
  id: string;
  brandId: string;
  connector: string;
  day: string;
  actor: string;
  read: ReadSettlement;
  now: Date;
}

const batchSize = 500;
/** A file with more unreadable lines doesn't have the configured format. */
const mostBadLines = 1000;

/**
 * Requires that a file can be imported: it has no unreadable line, or a few that the operator
 * accepts beside readable ones.
 * @throws OperatorError settlement.unreadable, with every unreadable line, 1,000 at most
 */
export function requireReadable(
  { lines, badLines }: ReadSettlement,
  { areBadLinesAccepted }: { areBadLinesAccepted: boolean },
): void {
  const isUseful = lines.length > 0 && badLines.length <= mostBadLines;
  if (badLines.length === 0 || (isUseful && areBadLinesAccepted)) return;
  const message = `${badLines.length} lines are unreadable, and nothing was imported.`;
  throw new OperatorError('settlement.unreadable', message, badLines.slice(0, mostBadLines));
}

/**
 * Stores a provider's settlement file of a day as a run. The reconciliation job then compares it
 * with the ledger in batches. An earlier import of the same day is superseded, and ends.
 */
export async function storeSettlement(tx: Tx, settlement: Settlement): Promise<Run> {
  const { lines } = settlement.read;
  const run = await storeRun(tx, settlement);
  for (let start = 0; start < lines.length; start += batchSize) {
    await storeLines(tx, run, lines.slice(start, start + batchSize));
  }
  return run;
}

async function storeRun(tx: Tx, settlement: Settlement): Promise<Run> {
  const { id, brandId, connector, day, now } = settlement;
  const run = await tx
    .insertInto('reconciliation_runs')
    .values({
      id,
      brand_id: brandId,
      connector,
      day,
      kind: 'settlement',
      status: 'running',
      phase: 'lines',
      next_batch_at: now,
      bad_lines: settlement.read.badLines,
      actor: settlement.actor,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const earlier = tx
    .updateTable('reconciliation_runs')
    .where('brand_id', '=', brandId)
    .where('connector', '=', connector)
    .where('day', '=', day)
    .where('kind', '=', 'settlement')
    .where('superseded_by', 'is', null)
    .where('id', '<>', id);
  await earlier
    .set({
      status: 'failed',
      failure: 'A later import of the same day replaced it.',
      phase: 'over',
      next_batch_at: null,
      finished_at: now,
    })
    .where('status', '=', 'running')
    // A run that posts fees finishes, as an operator requested them.
    .where('phase', '<>', 'fees')
    .execute();
  await earlier.set({ superseded_by: id }).execute();
  return run;
}

async function storeLines(tx: Tx, run: Run, lines: readonly SettlementLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    brand_id: run.brand_id,
    run_id: run.id,
    line: line.line,
    connector: run.connector,
    type: line.type,
    provider_reference: line.providerReference,
    merchant_reference: line.merchantReference,
    amount: line.amount,
    currency: line.currency,
    fee: line.fee,
    fee_currency: line.feeCurrency,
    occurred_at: line.at,
  }));
  await tx.insertInto('settlement_lines').values(rows).execute();
}

/**
 * Requires that a brand imports one file at a time, and holds the lock until the transaction ends.
 * Two parallel imports of a day wouldn't supersede each other, and many would take the database
 * connections that players need.
 * @throws OperatorError act.impossible
 */
export async function requireOnlyImport(tx: Tx, brandId: string): Promise<void> {
  const { rows } = await sql<{ isOnly: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`settlement of ${brandId}`}, 0)) as "isOnly"
  `.execute(tx);
  if (rows[0]?.isOnly !== true) throw isImporting();
}
