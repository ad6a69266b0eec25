import { CallError, type WithdrawalStatus, withdrawalStatuses } from '@kassa/contract';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../db/connect.ts';
import type { WithdrawalsTable } from '../../db/tables/money.ts';
import { isUuid } from '../../is-uuid.ts';
import { buildConditions, type Filter, searchFields } from '../search/search-fields.ts';
import { summarize, summaryFields } from '../search/summary.ts';

export type WithdrawalRow = Selectable<WithdrawalsTable> & { external_id: string };

const statusSchema = z.enum(withdrawalStatuses as [WithdrawalStatus, ...WithdrawalStatus[]]);

export const withdrawalSearchSchema = z.strictObject({
  ...searchFields,
  status: z.optional(z.array(statusSchema)),
});

/** A withdrawal as a list shows it. */
export const withdrawalSummarySchema = z.object({ ...summaryFields, status: statusSchema });

export function summarizeWithdrawal(row: WithdrawalRow): z.infer<typeof withdrawalSummarySchema> {
  return { ...summarize(row), status: row.status };
}

/** Finds withdrawals, newest first; one more than the limit where there are more. */
export function searchWithdrawals(
  db: Db,
  brandId: string,
  filter: Filter,
): Promise<WithdrawalRow[]> {
  let query = selectWithdrawals(db);
  for (const condition of buildConditions(brandId, filter)) query = query.where(condition);
  const { providerReference } = filter;
  if (providerReference !== undefined) {
    query = query.where(sql<boolean>`t.provider_reference = ${providerReference}`);
  }
  return query
    .orderBy('t.id', 'desc')
    .limit(filter.limit + 1)
    .execute();
}

/**
 * A withdrawal of the brand, by its id or its reference.
 * @throws CallError withdrawal.notFound, for another brand's too
 */
export async function findWithdrawal(
  db: Db | Tx,
  brandId: string,
  idOrReference: string,
): Promise<WithdrawalRow> {
  const column = isUuid(idOrReference) ? 't.id' : 't.reference';
  const withdrawal = await selectWithdrawals(db)
    .where('t.brand_id', '=', brandId)
    .where(column, '=', isUuid(idOrReference) ? idOrReference : idOrReference.toUpperCase())
    .executeTakeFirst();
  if (withdrawal === undefined) {
    throw new CallError('withdrawal.notFound', 'There is no such withdrawal.');
  }
  return withdrawal;
}

function selectWithdrawals(db: Db | Tx) {
  return db
    .selectFrom('withdrawals as t')
    .innerJoin('players as p', (join) =>
      join.onRef('p.brand_id', '=', 't.brand_id').onRef('p.id', '=', 't.player_id'),
    )
    .selectAll('t')
    .select('p.external_id');
}
