import { padToCurrency, walletPurposes } from '@kassa/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { WalletOperationsTable } from '../../ground/database/tables/wallet-operations.ts';
import type { Delivery } from '../../messages/webhooks/list-deliveries.ts';
import { instantSchema } from '../request-fields.ts';

export const operationSchema = z.object({
  /** The id of the transfer, as sent to your wallet. */
  id: z.string(),
  createdAt: instantSchema,
  kind: z.enum(['credit', 'debit', 'hold', 'capture', 'release']),
  /** What your wallet is told that it is for; null if the release before began it. */
  purpose: z.nullable(z.enum(walletPurposes)),
  /** The reference of the deposit, withdrawal or correction. */
  reference: z.nullable(z.string()),
  amount: z.string(),
  currency: z.string(),
  holdId: z.nullable(z.string()),
  depositId: z.nullable(z.string()),
  withdrawalId: z.nullable(z.string()),
  reversalId: z.nullable(z.string()),
  status: z.enum(['pending', 'done', 'refused']),
  attempts: z.int(),
  /** The last response of your wallet, if it has not performed the operation. */
  detail: z.nullable(z.string()),
  nextAttemptAt: z.nullable(instantSchema),
  /** The id of the transfer that retries this one. */
  supersededBy: z.nullable(z.string()),
});

/** Describes a wallet operation for operators. */
export function describeOperation(
  row: Selectable<WalletOperationsTable>,
): z.infer<typeof operationSchema> {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    kind: row.kind,
    purpose: row.purpose,
    reference: row.reference,
    amount: padToCurrency(row.amount, row.currency),
    currency: row.currency,
    holdId: row.hold_id,
    depositId: row.deposit_id,
    withdrawalId: row.withdrawal_id,
    reversalId: row.reversal_id,
    status: row.status,
    attempts: row.attempts,
    detail: row.detail,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    supersededBy: row.superseded_by,
  };
}

/** An event and its delivery status. */
export const deliverySchema = z.object({
  id: z.string(),
  type: z.string(),
  player: z.string(),
  sequence: z.int(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  createdAt: instantSchema,
  deliveredAt: z.nullable(instantSchema),
  nextAttemptAt: z.nullable(instantSchema),
});

export function describeDelivery(delivery: Delivery): z.infer<typeof deliverySchema> {
  return {
    id: delivery.id,
    type: delivery.type,
    player: delivery.playerId,
    sequence: delivery.sequence,
    status: delivery.status,
    attempts: delivery.attempts,
    createdAt: delivery.createdAt.toISOString(),
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  };
}
