import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import type { Evidence } from '../../providers/evidence.ts';
import { movedBy } from '../sweepstake/given-for.ts';

/*
 * Lines of a statement that is its uploader's word. A line whose deposit is found isn't credited at
 * once: it is held until all lines of the file are matched, and credited if its uploader may credit
 * their sum alone, or once a second key has approved the file.
 */

/** Whether a transfer is a line that waits for a second key, or for the rest of its file. */
export const isHeld = ({ status, because }: Pick<BankTransfer, 'status' | 'because'>) =>
  status === 'review' && because === 'needsSecondKey';

/** Holds a transfer that its statement would credit to a deposit. The caller has locked it. */
export async function holdTransfer(
  tx: Tx,
  { id, brand_id: brandId, amount, currency }: BankTransfer,
  { depositId, statementId }: { depositId: string; statementId: string },
): Promise<void> {
  const order = await tx
    .selectFrom('deposits')
    .select(['price', 'price_currency', 'sweep_amount'])
    .where('brand_id', '=', brandId)
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('bank_transfers')
    .set({ because: 'needsSecondKey', proposed_deposit_id: depositId })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('held_transfers')
    .values({
      transfer_id: id,
      brand_id: brandId,
      statement_id: statementId,
      money: JSON.stringify(movedBy({ amount, currency }, order)),
      state: 'undecided',
    })
    .execute();
}

/** Records that the bank itself has reported a transfer that a file had credited. */
export async function confirmUploaded(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  { source }: Evidence,
  { id, brand_id: brandId, account, deposit_id: depositId }: BankTransfer,
): Promise<void> {
  if (depositId === null) return;
  const receipt = await tx
    .updateTable('payments')
    .set({
      uploaded_by: null,
      evidence: sql<string>`evidence || ${`; then ${source}`}::text`,
      updated_at: now(),
    })
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', depositId)
    .where('connector', '=', account)
    .where('provider_payment_id', '=', id)
    .where('uploaded_by', 'is not', null)
    .returning(['id', 'received_amount'])
    .executeTakeFirst();
  // The parts of a receipt were reported together.
  if (receipt?.received_amount == null) return;
  await tx
    .updateTable('payments')
    .set({ uploaded_by: null, updated_at: now() })
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', depositId)
    .where('part_of', '=', receipt.id)
    .execute();
}
