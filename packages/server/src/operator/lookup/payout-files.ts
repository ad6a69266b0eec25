import { moneySchema, withdrawalStatuses } from '@kassa/contract';
import * as z from 'zod/mini';
import type { PayoutFileConnector } from '../../connectors/payout-connector.ts';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { PayoutBatchRow } from '../../ground/database/tables/payout-batches.ts';
import { findBatch } from '../../money/payout-files/find-batch.ts';
import { payoutMoneyOf } from '../../money/withdrawals/payout-money.ts';
import { findPayoutFile } from '../../providers/find-payout-file.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

/** A file of payouts in a list. */
export const payoutFileSchema = z.object({
  id: z.string(),
  /** Stands in the file, and in the bank's answers to it. */
  reference: z.string(),
  account: z.string(),
  /** The message, such as `pain.001.001.09`. */
  format: z.string(),
  fileName: z.string(),
  /** The number of payouts. */
  count: z.int(),
  /** What they bring, for each currency. */
  sums: z.array(moneySchema),
  createdAt: instantSchema,
  /** The key that had it written. */
  createdBy: z.string(),
  /** Whether it can still be downloaded: payees' data is deleted after a time. */
  isKept: z.boolean(),
});

export function describePayoutFile(batch: PayoutBatchRow): z.infer<typeof payoutFileSchema> {
  return {
    id: batch.id,
    reference: batch.reference,
    account: batch.account,
    format: batch.format,
    fileName: batch.file_name,
    count: batch.count,
    sums: batch.sums,
    createdAt: batch.created_at.toISOString(),
    createdBy: batch.created_by,
    isKept: batch.content_sealed !== null,
  };
}

const statusSchema = z.enum(withdrawalStatuses);

/** A file with what became of its payouts. */
export const payoutFileDetailsSchema = z.extend(payoutFileSchema, {
  payouts: z.array(
    z.object({
      withdrawalId: z.string(),
      reference: z.string(),
      status: statusSchema,
      arrives: moneySchema,
    }),
  ),
});

export async function loadPayoutFile(
  db: Db,
  batch: PayoutBatchRow,
): Promise<z.infer<typeof payoutFileDetailsSchema>> {
  const payouts = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', batch.brand_id)
    .where('batch_id', '=', batch.id)
    .orderBy('id')
    .execute();
  return {
    ...describePayoutFile(batch),
    payouts: payouts.map((payout) => ({
      withdrawalId: payout.id,
      reference: payout.reference,
      status: payout.status,
      arrives: payoutMoneyOf(payout),
    })),
  };
}

/**
 * Loads a file of the brand by its id or reference.
 * @throws OperatorError payoutFile.notFound, also for a file of another brand
 */
export async function requirePayoutFile(
  db: Db,
  brandId: string,
  idOrReference: string,
): Promise<PayoutBatchRow> {
  const batch = await findBatch(db, brandId, idOrReference);
  if (batch !== undefined) return batch;
  throw new OperatorError('payoutFile.notFound', 'There is no such file of payouts.');
}

/** @throws OperatorError connector.notFound if the account's payouts aren't made by file */
export function requireFileAccount(
  core: Pick<Core, 'brands'>,
  brandId: string,
  account: string,
): PayoutFileConnector {
  const file = findPayoutFile(core, { brandId, connector: account });
  if (file !== null) return file;
  const message = `There is no account "${account}" whose payouts are made by file.`;
  throw new OperatorError('connector.notFound', message);
}
