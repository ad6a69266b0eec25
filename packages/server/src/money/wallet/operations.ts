import type { Decimal, Money, WalletPurpose } from '@kassa/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { MovementPurpose, WalletAnswer } from '../../core/wallet-port.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { WalletOperationsTable } from '../../ground/database/tables/wallet-operations.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';

/** One movement in the operator's wallet. */
export interface WalletOperation {
  /** The transfer's id. */
  id: string;
  brandId: string;
  playerId: string;
  kind: WalletOperationsTable['kind'];
  money: Money;
  /** What the wallet is told; null to repeat a movement that the release before began. */
  purpose: MovementPurpose | null;
  /** The hold of a capture or release. */
  holdId?: string;
  depositId?: string;
  withdrawalId?: string;
  reversalId?: string;
  /** The refund of a deposit, which is named as well. */
  refundId?: string;
}

/**
 * Queues an operation of the operator's wallet, in the transaction that decides it. The wallet is
 * asked after the commit (`performOperation`), and again by the sweep until it responds. Returns
 * false and does nothing if balances live in Kassa's own ledger.
 */
export async function enqueueOperation(
  core: Core,
  tx: Tx,
  operation: WalletOperation,
): Promise<boolean> {
  if (core.walletOf(operation.brandId).remote === null) return false;
  await tx
    .insertInto('wallet_operations')
    .values({
      id: operation.id,
      brand_id: operation.brandId,
      player_id: operation.playerId,
      kind: operation.kind,
      amount: operation.money.amount,
      currency: operation.money.currency,
      hold_id: operation.holdId ?? null,
      deposit_id: operation.depositId ?? null,
      withdrawal_id: operation.withdrawalId ?? null,
      reversal_id: operation.reversalId ?? null,
      purpose: operation.purpose?.kind ?? null,
      reference: operation.purpose?.reference ?? null,
      payment_type: operation.purpose?.paymentType ?? null,
      refund_id: operation.refundId ?? null,
      status: 'pending',
      next_attempt_at: core.now(),
    })
    .execute();
  return true;
}

/** Builds the purpose of a movement for a deposit or withdrawal. */
export function purposeOf(
  kind: WalletPurpose,
  {
    reference,
    payment_method: paymentType,
  }: Pick<Deposit | Withdrawal, 'reference' | 'payment_method'>,
): MovementPurpose {
  return { kind, reference, paymentType };
}

/** Returns the purpose that an operation was queued with; null in rows of older releases. */
export function readPurpose({
  purpose,
  reference,
  payment_type,
}: Pick<Operation, 'purpose' | 'reference' | 'payment_type'>): MovementPurpose | null {
  if (purpose === null || reference === null) return null;
  return { kind: purpose, reference, paymentType: payment_type };
}

/** The lease of a process on an operation, in milliseconds: longer than a wallet's timeout. */
const leaseMs = 45_000;

/** A deposit or withdrawal with its reversals, one reversal, or one correction. */
export interface SubjectRef {
  brandId: string;
  subjectId: string;
}

/** Claims the due operations of one brand, oldest first. */
export function claimOfBrand(core: Core, brandId: string, limit: number): Promise<Operation[]> {
  return claim(core, brandId, sql`true`, limit);
}

/**
 * Claims the due operations of one deposit or withdrawal, including those of its reversals, or of a
 * correction, whose operation has its id.
 */
export function claimOfSubject(
  core: Core,
  { brandId, subjectId }: SubjectRef,
): Promise<Operation[]> {
  const ofSubject = sql`o.id in (
    select id from wallet_operations where id = ${subjectId}
    union all select id from wallet_operations where deposit_id = ${subjectId}
    union all select id from wallet_operations where withdrawal_id = ${subjectId}
    union all select w.id from reversals r join wallet_operations w on w.reversal_id = r.id
      where r.deposit_id = ${subjectId} or r.withdrawal_id = ${subjectId} or r.id = ${subjectId})`;
  return claim(core, brandId, ofSubject, 100);
}

/** Claims due operations by postponing their next attempt, so that a crash only delays them. */
async function claim(
  core: Core,
  brandId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Operation[]> {
  const now = core.now();
  const { rows } = await sql<Operation>`
    update wallet_operations set next_attempt_at = ${new Date(now.getTime() + leaseMs)},
      attempts = attempts + 1, updated_at = ${now}
    where id in (
      select id from wallet_operations o
      where brand_id = ${brandId} and status = 'pending' and next_attempt_at <= ${now}
        and ${condition}
        -- The hold itself must be done before its capture or release.
        and not exists (
          select 1 from wallet_operations h where h.id = o.hold_id and h.status = 'pending')
        -- A failed refund is credited before it is debited again, since it was done after all.
        and not exists (
          select 1 from refunds r join wallet_operations c on c.id = r.settle_id
          where r.id = o.reversal_id and c.status = 'pending')
      order by next_attempt_at limit ${limit} for update skip locked)
    returning *`.execute(core.db);
  return rows;
}

export type Operation = Selectable<WalletOperationsTable>;

/** The final response to an operation. */
export type FinalAnswer =
  | { kind: 'done' }
  | (Extract<WalletAnswer, { kind: 'refused' }> & {
      /** The available balance, if it doesn't cover a reversal. */
      balance?: Decimal;
      /** Whether the wallet has no such operation, so that another one takes its place. */
      isUnknownOperation?: boolean;
    });

/** Marks an operation as answered. Returns false if another process did so first. */
export async function recordAnswer(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<boolean> {
  const marked = await tx
    .updateTable('wallet_operations')
    .set({
      status: answer.kind,
      detail: answer.kind === 'refused' ? answer.detail : null,
      next_attempt_at: null,
      updated_at: core.now(),
    })
    .where('brand_id', '=', operation.brand_id)
    .where('id', '=', operation.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
