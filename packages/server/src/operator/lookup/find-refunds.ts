import { refundKinds, refundStatuses } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';
import type { Entry } from './timeline.ts';

/** A refund through the provider as operators see it. */
export const refundSchema = z.object({
  id: z.string(),
  depositId: z.string(),
  paymentId: z.string(),
  playerId: z.string(),
  account: z.string(),
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  amount: z.string(),
  currency: z.string(),
  /** The money held of the player's balance; null if the payment was never credited. */
  accountAmount: z.nullable(z.string()),
  accountCurrency: z.nullable(z.string()),
  /** The number of requests to the provider: 0 proves that nothing was sent. */
  sendCount: z.int(),
  providerReference: z.nullable(z.string()),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});

export function describeRefund(row: Refund): z.infer<typeof refundSchema> {
  return {
    id: row.id,
    depositId: row.deposit_id,
    paymentId: row.payment_id,
    playerId: row.player_id,
    account: row.account,
    kind: row.kind,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    accountAmount: row.account_amount,
    accountCurrency: row.account_currency,
    sendCount: row.send_count,
    providerReference: row.provider_reference,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * Loads a refund of the brand.
 * @throws OperatorError refund.notFound, also for a refund of another brand
 */
export async function findRefund(db: Db | Tx, brandId: string, refundId: string): Promise<Refund> {
  const refund = isUuid(refundId)
    ? await db
        .selectFrom('refunds')
        .selectAll()
        .where('brand_id', '=', brandId)
        .where('id', '=', refundId)
        .executeTakeFirst()
    : undefined;
  if (refund === undefined) throw refundNotFound();
  return refund;
}

/** Loads the refunds of a deposit, oldest first. */
export function loadRefunds(db: Db, brandId: string, depositId: string): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', depositId)
    .orderBy('id')
    .execute();
}

/** Loads the status changes of refunds for a timeline. */
export async function loadRefundEntries(db: Db, refunds: readonly Refund[]): Promise<Entry[]> {
  const [first] = refunds;
  if (first === undefined) return [];
  const rows = await db
    .selectFrom('refund_transitions')
    .selectAll()
    .where('brand_id', '=', first.brand_id)
    .where(
      'refund_id',
      'in',
      refunds.map(({ id }) => id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byId = new Map(refunds.map((refund) => [refund.id, refund]));
  return rows.map((row) => {
    const { kind = '', amount = '', currency = '' } = byId.get(row.refund_id) ?? {};
    const from = row.from_status === null ? '' : `${row.from_status} → `;
    return {
      at: row.created_at.toISOString(),
      kind: 'refund',
      text: `${kind} of ${amount} ${currency}: ${from}${row.to_status}: ${row.reason}`,
      id: row.refund_id,
    };
  });
}

export function refundNotFound(): OperatorError {
  return new OperatorError('refund.notFound', 'There is no such refund.');
}
