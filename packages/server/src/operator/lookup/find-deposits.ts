import {
  CallError,
  coinsSchema,
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
import { readReference } from '../../ground/read-reference.ts';
import { chargedOf } from '../../money/deposits/charged.ts';
import { giveUpAfterMs } from '../../money/deposits/plan-next-check.ts';
import { coinsOf } from '../../money/sweepstake/coin-grants.ts';
import { OperatorError } from '../operator-error.ts';
import { boundsAfter } from '../paging.ts';
import { instantSchema } from '../request-fields.ts';
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

/** A deposit in a list. */
export const depositSummarySchema = z.object({
  ...summaryFields,
  status: statusSchema,
  /** The provider's fee on top of the amount, and the sum of both, which the player is charged. */
  payerFee: z.string(),
  charged: z.string(),
  /** The amount credited so far, in the currency of the player's account. */
  creditedAmount: z.string(),
  /** What was taken back of it since, and the parts of that by refunds and by chargebacks. */
  reversedAmount: z.string(),
  refundedAmount: z.string(),
  chargedBackAmount: z.string(),
  accountCurrency: z.string(),
  /** The coin package that it pays for, as it was at the order; null if it is of none. */
  package: z.nullable(
    z.extend(coinsSchema, {
      boxId: z.string(),
      price: z.string(),
      priceCurrencyCode: z.string(),
      /** Of a package that is paid in a coin: its rate, and until when it holds. */
      priceLock: z.nullable(z.object({ rate: z.string(), until: instantSchema })),
    }),
  ),
  /** The reason of a decline, if the provider gave one. */
  declineReason: z.nullable(declineReasonSchema),
  /** The end of the late window: until then the ended deposit may count towards limits. */
  lateUntil: z.nullable(instantSchema),
  /** The provider's answer to the request to cancel. */
  providerCancel: z.nullable(z.enum(['canceled', 'cannotCancel'])),
});

export function summarizeDeposit(row: DepositRow): z.infer<typeof depositSummarySchema> {
  return {
    ...summarize(row),
    status: row.status,
    ...chargedOf(row),
    creditedAmount: row.credited_amount,
    reversedAmount: row.reversed_amount,
    refundedAmount: row.refunded_amount,
    chargedBackAmount: row.charged_back_amount,
    accountCurrency: row.account_currency,
    package: describePackage(row),
    declineReason: row.status === 'declined' ? row.decline_reason : null,
    lateUntil: row.late_until?.toISOString() ?? null,
    providerCancel: row.provider_cancel,
  };
}

function describePackage(row: DepositRow): z.infer<typeof depositSummarySchema>['package'] {
  const { box_id: boxId, price, price_currency, price_rate: rate, price_rate_until: until } = row;
  const coins = coinsOf(row);
  if (boxId === null || price === null || price_currency === null || coins === null) return null;
  const priceLock = rate === null || until === null ? null : { rate, until: until.toISOString() };
  return { boxId, ...coins, price, priceCurrencyCode: price_currency, priceLock };
}

/**
 * The delay after which a deposit is overdue, in milliseconds: the last status request runs at
 * once, with one retry at most.
 */
const timeoutMs = 3600_000;

/**
 * Selects deposits that are still followed up although the last status request is long due
 * (deposits/plan-next-check.ts) and that can no longer be paid.
 */
function isOverdue(brandId: string, now: Date): RawBuilder<SqlBool> {
  const overdue = new Date(now.getTime() - giveUpAfterMs - timeoutMs);
  // Found first, by the index of what is due: the list by id would be read to its end.
  return sql<SqlBool>`t.id = any(array(
    select id from deposits
    where brand_id = ${brandId} and next_check_at is not null and created_at < ${overdue}
      and greatest(expires_at, late_until) < ${new Date(now.getTime() - timeoutMs)}))`;
}

/** Searches deposits, newest first. Returns one more than the limit if there are more. */
export function searchDeposits(
  { db, now }: Pick<Core, 'db' | 'now'>,
  brandId: string,
  filter: Filter,
  bounds = boundsAfter(filter.cursor),
): Promise<DepositRow[]> {
  let query = selectDeposits(db);
  for (const condition of buildConditions(brandId, filter, bounds)) query = query.where(condition);
  const { providerReference, isUnanswered } = filter;
  if (isUnanswered === true) query = query.where(isOverdue(brandId, now()));
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
 * Loads a deposit of the brand by its id or its reference.
 * @throws CallError deposit.notFound, also for a deposit of another brand
 */
export async function findDeposit(
  db: Db | Tx,
  brandId: string,
  idOrReference: string,
): Promise<DepositRow> {
  const column = isUuid(idOrReference) ? 't.id' : 't.reference';
  const deposit = await selectDeposits(db)
    .where('t.brand_id', '=', brandId)
    .where(column, '=', isUuid(idOrReference) ? idOrReference : readReference(idOrReference))
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
 * Loads a receipt of the brand.
 * @throws OperatorError payment.notFound, also for a receipt of another brand
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
