import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import { isSameMoney } from '../../money/deposits/known-receipt.ts';
import { creditTransfer } from '../../money/provider-events/credit-transfer.ts';
import { lockMoney } from '../../money/provider-events/lock-money.ts';
import { isOwnMoney } from '../../money/provider-events/own-money.ts';
import { OperatorError } from '../operator-error.ts';
import { findUploaded } from '../statements/statement-word.ts';
import { requireEffect, requireLocked } from './deposit-acts.ts';
import { requireDistinctTransfer } from './require-distinct.ts';

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
 * @param act.separateFrom - what a person has seen beside it (require-distinct.ts)
 * @param act.isPayment - the operator says that it is a player's payment, though it looks like own money
 * @throws OperatorError bankTransfer.notFound, act.impossible if it isn't in review,
 * bankTransfer.ownMoney, money.resembles; CallError deposit.notFound
 */
export async function assignTransfer(
  core: Core,
  tx: Tx,
  act: Act & {
    depositId: string;
    separateFrom?: readonly string[] | undefined;
    isPayment?: boolean | undefined;
  },
): Promise<Deposit> {
  const { brandId, transferId, depositId, actor, reason, separateFrom } = act;
  const transfer = await lockInReview(tx, brandId, transferId);
  requirePayment(transfer, act.isPayment ?? false);
  await requireDistinctTransfer(core, tx, transfer, { depositId, separateFrom });
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
  const applied = await creditTransfer(core, tx, deposit, evidence, transfer, 'operator');
  const after = applied.outcome === 'duplicate' ? deposit : requireEffect(deposit, applied);
  await closeTransfer(core, tx, transfer, {
    resolved_reason: `${actor}: ${reason}`,
  });
  return after;
}

function requirePayment({ because }: BankTransfer, isPayment: boolean): void {
  if (isPayment || !isOwnMoney(because)) return;
  const message = `This money looks like your own (${because}): a payout that came back, a transfer between your accounts, or the bank's own. If a player paid it all the same, say so: isPayment.`;
  throw new OperatorError('bankTransfer.ownMoney', message, [], { because });
}

/**
 * Closes a transfer in review that is no player's payment, was given back, or is another one's duplicate.
 * @param act.sameAs - the transfer that is the same money
 * @throws OperatorError bankTransfer.notFound, act.impossible if it isn't in review, or if the other one
 * can't be the same money
 */
export async function dismissTransfer(
  core: Core,
  tx: Tx,
  { brandId, transferId, actor, reason, sameAs }: Act & { sameAs?: string | undefined },
): Promise<void> {
  const transfer = await lockInReview(tx, brandId, transferId);
  if (sameAs !== undefined) await requireSameMoney(tx, transfer, sameAs);
  const resolved_reason = `${actor}: ${reason}`;
  const same_as = sameAs ?? null;
  await closeTransfer(core, tx, transfer, { status: 'dismissed', resolved_reason, same_as });
}

/** The money must stay in one row: the other transfer is of the same amount, and no duplicate itself. */
async function requireSameMoney(tx: Tx, transfer: BankTransfer, sameAs: string): Promise<void> {
  const other = await loadTransfer(tx, transfer.brand_id, sameAs);
  if (other.id !== transfer.id && other.same_as === null && isSameMoney(other, transfer)) return;
  const message = 'The other transfer is of other money, or is a duplicate itself.';
  throw new OperatorError('act.impossible', message);
}

/** The money, then the transfer: both before the deposit or withdrawal, as by the bank's report (money/provider-events/receive-transfer.ts). */
export async function lockInReview(
  tx: Tx,
  brandId: string,
  transferId: string,
): Promise<BankTransfer> {
  const { account, amount, currency } = await loadTransfer(tx, brandId, transferId);
  await lockMoney(tx, { brandId, account, amount, currency });
  const transfer = await selectTransfer(tx, brandId, transferId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (transfer.status === 'review') return transfer;
  const message = `This bank transfer is ${transfer.status} and waits for no decision.`;
  throw new OperatorError('act.impossible', message);
}

const selectTransfer = (tx: Tx, brandId: string, transferId: string) =>
  tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', transferId);

/** @throws OperatorError bankTransfer.notFound */
async function loadTransfer(tx: Tx, brandId: string, transferId: string): Promise<BankTransfer> {
  const transfer = await selectTransfer(tx, brandId, transferId).executeTakeFirst();
  if (transfer !== undefined) return transfer;
  throw new OperatorError('bankTransfer.notFound', 'There is no such bank transfer.');
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

/** Closes a transfer that waited. A withdrawal that it was offered for stays only if the change names it. */
export async function closeTransfer(
  { now }: Core,
  tx: Tx,
  { brand_id, id }: BankTransfer,
  changes: {
    status?: 'dismissed';
    withdrawal_id?: string;
    resolved_reason: string;
    same_as?: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('bank_transfers')
    .set({ withdrawal_id: null, ...changes, resolved_at: now() })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .execute();
}
