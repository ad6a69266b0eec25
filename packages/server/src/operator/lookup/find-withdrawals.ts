import { CallError, type WithdrawalStatus, withdrawalStatuses } from '@kassa/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { WithdrawalsTable } from '../../ground/database/tables/withdrawals.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { readReference } from '../../ground/read-reference.ts';
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

/** A withdrawal in a list. */
export const withdrawalSummarySchema = z.object({ ...summaryFields, status: statusSchema });

export function summarizeWithdrawal(row: WithdrawalRow): z.infer<typeof withdrawalSummarySchema> {
  return { ...summarize(row), status: row.status };
}

/**
 * The delay after which a withdrawal is overdue, in milliseconds: the last status request runs at
 * once, with one retry at most.
 */
const timeoutMs = 3600_000;

/**
 * Selects withdrawals that still wait for their provider although the last status request is long
 * due (withdrawals/plan-next-check.ts): it was impossible or brought no outcome. A bank that is
 * paid by file is asked for none.
 */
function isOverdue(brandId: string, now: Date): RawBuilder<SqlBool> {
  const overdue = new Date(now.getTime() - giveUpAfterMs - timeoutMs);
  // Found first, by the index of what is due: the list by id would be read to its end.
  return sql<SqlBool>`t.id = any(array(
    select id from withdrawals
    where brand_id = ${brandId} and next_check_at is not null and updated_at < ${overdue}
    union all
    select id from withdrawals
    where brand_id = ${brandId} and batch_id is not null and status in ('sent', 'unknown')
      and updated_at < ${overdue}))`;
}

/** Searches withdrawals, newest first. Returns one more than the limit if there are more. */
export function searchWithdrawals(
  { db, now }: Pick<Core, 'db' | 'now'>,
  brandId: string,
  filter: Filter,
  bounds = boundsAfter(filter.cursor),
): Promise<WithdrawalRow[]> {
  let query = selectWithdrawals(db);
  for (const condition of buildConditions(brandId, filter, bounds)) query = query.where(condition);
  const { providerReference, isUnanswered } = filter;
  if (isUnanswered === true) query = query.where(isOverdue(brandId, now()));
  if (providerReference !== undefined) {
    query = query.where(sql<boolean>`t.provider_reference = ${providerReference}`);
  }
  return query
    .orderBy('t.id', 'desc')
    .limit(filter.limit + 1)
    .execute();
}

/**
 * Loads a withdrawal of the brand by its id or its reference.
 * @throws CallError withdrawal.notFound, also for a withdrawal of another brand
 */
export async function findWithdrawal(
  db: Db | Tx,
  brandId: string,
  idOrReference: string,
): Promise<WithdrawalRow> {
  const column = isUuid(idOrReference) ? 't.id' : 't.reference';
  const withdrawal = await selectWithdrawals(db)
    .where('t.brand_id', '=', brandId)
    .where(column, '=', isUuid(idOrReference) ? idOrReference : readReference(idOrReference))
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
