import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Brands } from '../../brands/load-brands.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ReconciliationRunsTable } from '../../ground/database/tables/reconciliation.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

export type Run = Selectable<ReconciliationRunsTable>;

export const runSchema = z.object({
  id: z.string(),
  connector: z.string(),
  day: z.string(),
  kind: z.enum(['status', 'settlement']),
  status: z.enum(['running', 'done', 'failed']),
  /** The number of compared deposits and withdrawals, or of compared lines of the file. */
  checked: z.int(),
  differences: z.int(),
  badLines: z.array(z.string()),
  failure: z.nullable(z.string()),
  actor: z.string(),
  /** The id of a later import of the same day, which replaced this one. */
  supersededBy: z.nullable(z.string()),
  startedAt: instantSchema,
  finishedAt: z.nullable(instantSchema),
});

export function describeRun(run: Run, differences: number): z.infer<typeof runSchema> {
  return {
    id: run.id,
    connector: run.connector,
    day: run.day,
    kind: run.kind,
    status: run.status,
    checked: run.checked_count,
    differences,
    badLines: run.bad_lines,
    failure: run.failure,
    actor: run.actor,
    supersededBy: run.superseded_by,
    startedAt: run.created_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
  };
}

/**
 * Loads a run of the brand.
 * @throws OperatorError run.notFound, also for a run of another brand
 */
export async function findRun(db: Db | Tx, brandId: string, runId: string): Promise<Run> {
  const run = await db
    .selectFrom('reconciliation_runs')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run === undefined)
    throw new OperatorError('run.notFound', 'There is no such reconciliation.');
  return run;
}

/** Counts the differences of each run. */
export async function countDifferences(
  db: Db | Tx,
  brandId: string,
  runIds: readonly string[],
): Promise<Map<string, number>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reconciliation_differences')
    .select(({ fn }) => ['run_id', fn.countAll<string>().as('count')])
    .where('brand_id', '=', brandId)
    .where('run_id', 'in', runIds)
    .groupBy('run_id')
    .execute();
  return new Map(rows.map(({ run_id, count }) => [run_id, Number(count)]));
}

/**
 * Requires that the brand has the account.
 * @throws OperatorError connector.notFound
 */
export function requireConnector(brands: Brands, brandId: string, connector: string): void {
  if (brands.get(brandId)?.accounts.has(connector)) return;
  throw new OperatorError('connector.notFound', `There is no account "${connector}".`);
}
