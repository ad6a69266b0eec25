import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import type { MovementType } from '../../ground/database/tables/reconciliation.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { OperatorError } from '../operator-error.ts';
import { dayRange } from '../request-fields.ts';
import {
  compareMovement,
  type Difference,
  type OurMovement,
  recordDifferences,
  type TheirMovement,
} from './differences.ts';
import type { Run } from './find-run.ts';
import { depositReversals, loadPayouts, loadReceipts, loadReversals } from './load-movements.ts';
import type { ReadSettlement, SettlementLine } from './read-settlement.ts';

export interface Settlement {
  id: string;
  brandId: string;
  connector: string;
  day: string;
  actor: string;
  read: ReadSettlement;
  /** Whether lines that can't be read may be left out. */
  areBadLinesAccepted: boolean;
  now: Date;
}

const batchSize = 500;

/** A file with more bad lines isn't of the format that is set. */
const mostBadLines = 1000;

/**
 * Stores a provider's settlement file of a day and compares it with the books: its lines with what we
 * have, and what we have of that day with all lines of that provider. An earlier import of the same
 * day is superseded.
 * @throws OperatorError settlement.unreadable, with every bad line; then nothing is stored
 */
export async function importSettlement(tx: Tx, settlement: Settlement): Promise<Run> {
  const { lines, badLines } = settlement.read;
  const isUseful = lines.length > 0 && badLines.length <= mostBadLines;
  if (badLines.length > 0 && !(isUseful && settlement.areBadLinesAccepted)) {
    const message = `${badLines.length} lines can't be read, and nothing was imported.`;
    throw new OperatorError('settlement.unreadable', message, badLines.slice(0, mostBadLines));
  }
  const run = await storeRun(tx, settlement);
  for (let start = 0; start < lines.length; start += batchSize) {
    const batch = lines.slice(start, start + batchSize);
    await storeLines(tx, run, batch);
    await recordDifferences(tx, run, await compareLines(tx, run, batch));
  }
  await recordMissing(tx, run);
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
      status: 'done',
      phase: 'over',
      checked_count: settlement.read.lines.length,
      bad_lines: settlement.read.badLines,
      actor: settlement.actor,
      created_at: now,
      finished_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('reconciliation_runs')
    .set({ superseded_by: id })
    .where('brand_id', '=', brandId)
    .where('connector', '=', connector)
    .where('day', '=', day)
    .where('kind', '=', 'settlement')
    .where('superseded_by', 'is', null)
    .where('id', '<>', id)
    .execute();
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
 * Makes sure that a brand imports one file at a time: two of a day would both stand, and many at once
 * would take the connections that players need.
 * @throws OperatorError act.impossible
 */
export async function requireOnlyImport(tx: Tx, brandId: string): Promise<void> {
  const { rows } = await sql<{ isOnly: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`settlement of ${brandId}`}, 0)) as "isOnly"
  `.execute(tx);
  if (rows[0]?.isOnly === true) return;
  const message = 'Another settlement file is just being imported: try again when it is done.';
  throw new OperatorError('act.impossible', message);
}

/** Each line against what we have under its reference. */
async function compareLines(
  tx: Tx,
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
  const ours: OurMovement[] = [];
  if (receipts.length > 0) {
    const which = sql<SqlBool>`t.provider_payment_id = any(${receipts})`;
    ours.push(...(await loadReceipts(tx, provider, which)));
  }
  if (reversals.length > 0) {
    const which = sql<SqlBool>`t.provider_reversal_id = any(${reversals})`;
    ours.push(...(await loadReversals(tx, provider, which)));
  }
  if (paidOut.length > 0) {
    const which = sql<SqlBool>`
      (t.provider_reference = any(${paidOut}) or t.id = any(${ownIds}::uuid[]))`;
    ours.push(...(await loadPayouts(tx, provider, which)));
  }
  const known = new Map<string, OurMovement>();
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

function readTheirs(line: SettlementLine, ours: OurMovement | undefined): TheirMovement {
  // A payout that came back later stands in a file as both.
  const isReturned = line.type === 'payoutReturn' || ours?.standing === 'returned';
  const { fee, feeCurrency, amount, currency } = line;
  return {
    type: line.type,
    providerReference: line.providerReference,
    money: { amount, currency },
    standing: isReturned && line.type !== 'receipt' ? 'returned' : 'paid',
    fee: fee === null || feeCurrency === null ? null : { amount: fee, currency: feeCurrency },
    line: line.line,
  };
}

/** What we have of the day and no file of the provider's has, whichever day that file is of. */
async function recordMissing(tx: Tx, run: Run): Promise<void> {
  const provider = { brandId: run.brand_id, connector: run.connector };
  const { start, end } = dayRange(run.day);
  const isOfDay = sql`t.created_at >= ${start} and t.created_at < ${end}`;
  const isNowhere = (type: MovementType, reference: RawBuilder<unknown>) => sql`not exists (
    select 1 from settlement_lines l join reconciliation_runs r on r.id = l.run_id
    where l.brand_id = ${run.brand_id} and l.connector = ${run.connector} and l.type = ${type}
      and ${reference} and r.superseded_by is null)`;
  const isNamed = (column: string) => sql`l.provider_reference = ${sql.ref(column)}`;
  const kinds: [
    candidates: RawBuilder<unknown>,
    load: typeof loadReceipts,
    which: RawBuilder<unknown>,
  ][] = [
    [
      sql.table('payments'),
      loadReceipts,
      sql`${isOfDay} and ${isNowhere('receipt', isNamed('t.provider_payment_id'))}`,
    ],
    [
      depositReversals,
      loadReversals,
      sql`${isOfDay} and ${isNowhere('reversal', isNamed('t.provider_reversal_id'))}`,
    ],
    [
      sql.table('withdrawals'),
      loadPayouts,
      sql`t.id in (select withdrawal_id from withdrawal_transitions h
          where h.brand_id = ${run.brand_id} and h.to_status = 'completed'
            and h.created_at >= ${start} and h.created_at < ${end})
        and ${isNowhere('payout', isNamed('t.provider_reference'))}
        and ${isNowhere('payout', sql`l.merchant_reference = t.id::text`)}`,
    ],
  ];
  for (const [candidates, load, which] of kinds) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${candidates} t
      where t.brand_id = ${run.brand_id} and t.connector = ${run.connector} and ${which}
      order by t.id`.execute(tx);
    for (let from = 0; from < rows.length; from += batchSize) {
      const ids = rows.slice(from, from + batchSize).map(({ id }) => id);
      const ours = await load(tx, provider, sql`t.id = any(${ids}::uuid[])`);
      const differences = ours.flatMap((movement) => compareMovement(movement, null));
      await recordDifferences(tx, run, differences);
    }
  }
}
