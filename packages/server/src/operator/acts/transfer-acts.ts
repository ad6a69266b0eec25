import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import { creditTransfer } from '../../money/provider-events/credit-transfer.ts';
import { OperatorError } from '../operator-error.ts';
import { findUploaded } from '../statements/statement-word.ts';
import { requireEffect, requireLocked } from './deposit-acts.ts';

/** What every act on a bank transfer needs. */
interface Act {
  brandId: string;
  transferId: string;
  /** The name of the key, for the history. */
  actor: string;
  reason: string;
}

/**
 * Assigns a transfer in review to a deposit of the brand, also to one that never had its requisite,
 * and credits or parks the money as if the bank had named the deposit. A transfer that an operator
 * has confirmed before is that receipt: then the deposit stays as it is.
 * @throws OperatorError bankTransfer.notFound, act.impossible if it isn't in review; CallError
 * deposit.notFound
 */
export async function assignTransfer(
  core: Core,
  tx: Tx,
  { brandId, transferId, depositId, actor, reason }: Act & { depositId: string },
): Promise<Deposit> {
  const transfer = await lockInReview(tx, brandId, transferId);
  await nameSubject(tx, transfer, depositId);
  const deposit = await requireLocked(tx, { brandId, depositId });
  const uploadedBy = (await findUploaded(tx, transfer))?.actor;
  const report = uploadedBy === undefined ? '' : `uploaded by ${uploadedBy}, `;
  const evidence = {
    brandId,
    connector: transfer.account,
    source: `bank transfer ${transferId}, ${report}assigned by operator ${actor}: ${reason}`,
    // The bank, or a file, has reported the money; the operator names its deposit.
    confirmedBy: 'provider' as const,
    ...(uploadedBy !== undefined && { uploadedBy }),
  };
  const applied = await creditTransfer(core, tx, deposit, evidence, transfer);
  const after = applied.outcome === 'duplicate' ? deposit : requireEffect(deposit, applied);
  await resolve(core, tx, transfer, { resolved_reason: `${actor}: ${reason}` });
  return after;
}

/**
 * Closes a transfer in review that is no player's payment or was given back.
 * @throws OperatorError bankTransfer.notFound, act.impossible if it isn't in review
 */
export async function dismissTransfer(
  core: Core,
  tx: Tx,
  { brandId, transferId, actor, reason }: Act,
): Promise<void> {
  const transfer = await lockInReview(tx, brandId, transferId);
  const resolved_reason = `${actor}: ${reason}`;
  await resolve(core, tx, transfer, { status: 'dismissed', resolved_reason });
}

/** Locked before the deposit, as by the bank's report (money/provider-events/receive-transfer.ts). */
async function lockInReview(tx: Tx, brandId: string, transferId: string): Promise<BankTransfer> {
  const transfer = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', transferId)
    .forUpdate()
    .executeTakeFirst();
  if (transfer === undefined) {
    throw new OperatorError('bankTransfer.notFound', 'There is no such bank transfer.');
  }
  if (transfer.status === 'review') return transfer;
  const message = `This bank transfer is ${transfer.status} and waits for no decision.`;
  throw new OperatorError('act.impossible', message);
}

/** Adds the deposit to the notification of the transfer, for its timeline and its erasure. */
async function nameSubject(
  tx: Tx,
  { brand_id, notification_id }: BankTransfer,
  depositId: string,
): Promise<void> {
  if (notification_id === null) return;
  await tx
    .updateTable('provider_notifications')
    .set(({ fn, val }) => ({
      subject_ids: fn<string[]>('array_append', ['subject_ids', val(depositId)]),
    }))
    .where('brand_id', '=', brand_id)
    .where('id', '=', notification_id)
    .execute();
}

async function resolve(
  { now }: Core,
  tx: Tx,
  { brand_id, id }: BankTransfer,
  changes: { status?: 'dismissed'; resolved_reason: string },
): Promise<void> {
  await tx
    .updateTable('bank_transfers')
    .set({ ...changes, resolved_at: now() })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .execute();
}
