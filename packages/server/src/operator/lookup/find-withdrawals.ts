import { CallError, type WithdrawalStatus, withdrawalStatuses } from '@kassa/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { WithdrawalsTable } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { giveUpAfterMs } from '../../money/withdrawals/plan-next-check.ts';
import { boundsAfter } from '../paging.ts';
import {
  buildConditions,
  type Filter,
  searchFields,
  summarize,
  summaryFields,
  unansweredField,
} from './search.ts';

export type WithdrawalRow = Selectable<WithdrawalsTable> & { external_id: string };

const statusSchema = z.enum(withdrawalStatuses as [WithdrawalStatus, ...WithdrawalStatus[]]);

export const withdrawalSearchSchema = z.strictObject({
  ...searchFields,
  ...unansweredField,
  status: z.optional(z.array(statusSchema)),
});

/** A withdrawal as a list shows it. */
export const withdrawalSummarySchema = z.object({ ...summaryFields, status: statusSchema });

export function summarizeWithdrawal(row: WithdrawalRow): z.infer<typeof withdrawalSummarySchema> {
  return { ...summarize(row), status: row.status };
}

/** A last question is asked at once, and once more if need be: later it waits for its provider. */
const timeoutMs = 3600_000;

/**
 * What still waits for its provider after the time in which the last question is asked
 * (withdrawals/plan-next-check.ts): nobody could be asked, or nothing came of it.
 */
function isOverdue(now: Date): RawBuilder<SqlBool> {
  const overdue = new Date(now.getTime() - giveUpAfterMs - timeoutMs);
  return sql<SqlBool>`(t.next_check_at is not null and t.updated_at < ${overdue})`;
}

/** Finds withdrawals, newest first; one more than the limit where there are more. */
export function searchWithdrawals(
  { db, now }: Pick<Core, 'db' | 'now'>,
  brandId: string,
  filter: Filter,
  bounds = boundsAfter(filter.cursor),
): Promise<WithdrawalRow[]> {
  let query = selectWithdrawals(db);
  for (const condition of buildConditions(brandId, filter, bounds)) query = query.where(condition);
  const { providerReference, isUnanswered } = filter;
  if (isUnanswered === true) query = query.where(isOverdue(now()));
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
