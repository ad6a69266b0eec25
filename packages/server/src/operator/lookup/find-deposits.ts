import {
  CallError,
  type DepositStatus,
  declineReasonSchema,
  depositStatuses,
} from '@kassa/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { DepositsTable, PaymentsTable } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { giveUpAfterMs } from '../../money/deposits/plan-next-check.ts';
import { OperatorError } from '../operator-error.ts';
import { boundsAfter } from '../paging.ts';
import {
  buildConditions,
  type Filter,
  searchFields,
  summarize,
  summaryFields,
  unansweredField,
} from './search.ts';

export type DepositRow = Selectable<DepositsTable> & { external_id: string };

const statusSchema = z.enum(depositStatuses as [DepositStatus, ...DepositStatus[]]);

export const depositSearchSchema = z.strictObject({
  ...searchFields,
  status: z.optional(z.array(statusSchema)),
  ...unansweredField,
});

/** A deposit as a list shows it. */
export const depositSummarySchema = z.object({
  ...summaryFields,
  status: statusSchema,
  /** What was credited so far, in the currency of the player's account. */
  creditedAmount: z.string(),
  accountCurrency: z.string(),
  /** Why it was declined, where the provider said so. */
  declineReason: z.nullable(declineReasonSchema),
});

export function summarizeDeposit(row: DepositRow): z.infer<typeof depositSummarySchema> {
  return {
    ...summarize(row),
    status: row.status,
    creditedAmount: row.credited_amount,
    accountCurrency: row.account_currency,
    declineReason: row.status === 'declined' ? row.decline_reason : null,
  };
}

/** A last question is asked at once, and once more if need be: later it waits for its provider. */
const timeoutMs = 3600_000;

/**
 * What is still asked about though the last question is long due (deposits/plan-next-check.ts), and could
 * not be paid any more, had its provider said so.
 */
function isOverdue(now: Date): RawBuilder<SqlBool> {
  const overdue = new Date(now.getTime() - giveUpAfterMs - timeoutMs);
  return sql<SqlBool>`(t.next_check_at is not null and t.created_at < ${overdue}
    and t.expires_at < ${new Date(now.getTime() - timeoutMs)})`;
}

/** Finds deposits, newest first; one more than the limit where there are more. */
export function searchDeposits(
  { db, now }: Pick<Core, 'db' | 'now'>,
  brandId: string,
  filter: Filter,
  bounds = boundsAfter(filter.cursor),
): Promise<DepositRow[]> {
  let query = selectDeposits(db);
  for (const condition of buildConditions(brandId, filter, bounds)) query = query.where(condition);
  const { providerReference, isUnanswered } = filter;
  if (isUnanswered === true) query = query.where(isOverdue(now()));
  if (providerReference !== undefined) {
    query = query.where(
      sql<boolean>`t.id in (
        select id from deposits
        where brand_id = ${brandId} and provider_reference = ${providerReference}
        union select deposit_id from payments
        where brand_id = ${brandId} and provider_payment_id = ${providerReference})`,
    );
  }
  return query
    .orderBy('t.id', 'desc')
    .limit(filter.limit + 1)
    .execute();
}

/**
 * A deposit of the brand, by its id or by the reference that players read out.
 * @throws CallError deposit.notFound, for another brand's too
 */
export async function findDeposit(
  db: Db | Tx,
  brandId: string,
  idOrReference: string,
): Promise<DepositRow> {
  const column = isUuid(idOrReference) ? 't.id' : 't.reference';
  const deposit = await selectDeposits(db)
    .where('t.brand_id', '=', brandId)
    .where(column, '=', isUuid(idOrReference) ? idOrReference : idOrReference.toUpperCase())
    .executeTakeFirst();
  if (deposit === undefined) throw new CallError('deposit.notFound', 'There is no such deposit.');
  return deposit;
}

function selectDeposits(db: Db | Tx) {
  return db
    .selectFrom('deposits as t')
    .innerJoin('players as p', (join) =>
      join.onRef('p.brand_id', '=', 't.brand_id').onRef('p.id', '=', 't.player_id'),
    )
    .selectAll('t')
    .select('p.external_id');
}

/**
 * A receipt of the brand.
 * @throws OperatorError payment.notFound, for another brand's too
 */
export async function findPayment(
  tx: Tx,
  brandId: string,
  paymentId: string,
): Promise<Selectable<PaymentsTable>> {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (payment === undefined)
    throw new OperatorError('payment.notFound', 'There is no such payment.');
  return payment;
}
