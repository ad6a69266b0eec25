import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { mustHappenSql } from '../ledger/ledger-rules.ts';
import { lockRefund } from '../refunds/load-refund.ts';
import { enqueueOperation, type Operation, readPurpose } from '../wallet/operations.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { lockReversal } from './reversals.ts';

/** Selects refused operations that must happen. */
export const mustHappen = sql.raw<boolean>(mustHappenSql);

/** An operator's act on a wallet operation. */
export interface OperationAct {
  brandId: string;
  operationId: string;
  actor: string;
  reason: string;
}

export type Retried =
  | { kind: 'asked'; refused: Operation; operation: Operation }
  | { kind: 'notFound' }
  /** The operation wasn't refused, needn't happen, or was retried before. */
  | { kind: 'impossible' };

/**
 * Retries a refused operation with a new transfer id, since the wallet's refusal of the old one is
 * final. The caller commits, and then performs the operations of the subject.
 */
export async function retryOperation(core: Core, tx: Tx, act: OperationAct): Promise<Retried> {
  const { brandId, operationId } = act;
  const found = await selectOperation(tx, act).executeTakeFirst();
  if (found === undefined) return { kind: 'notFound' };
  const withdrawal =
    found.withdrawal_id === null
      ? undefined
      : await lockWithdrawal(tx, brandId, found.withdrawal_id);
  if (found.refund_id !== null) await lockRefund(tx, brandId, found.refund_id);
  if (found.reversal_id !== null) await lockReversal(tx, brandId, found.reversal_id);
  const refused = await selectOperation(tx, act).where(mustHappen).forUpdate().executeTakeFirst();
  if (refused === undefined) return { kind: 'impossible' };
  const id = uuidv7();
  const isAsked = await enqueueOperation(core, tx, {
    id,
    brandId,
    playerId: refused.player_id,
    kind: refused.kind,
    money: { amount: refused.amount, currency: refused.currency },
    purpose: readPurpose(refused),
    ...(refused.hold_id === null ? {} : { holdId: refused.hold_id }),
    ...(refused.withdrawal_id === null ? {} : { withdrawalId: refused.withdrawal_id }),
    ...(refused.deposit_id === null ? {} : { depositId: refused.deposit_id }),
    ...(refused.refund_id === null ? {} : { refundId: refused.refund_id }),
    ...(refused.reversal_id === null ? {} : { reversalId: refused.reversal_id }),
  });
  // The brand no longer has a remote wallet.
  if (!isAsked) return { kind: 'impossible' };
  await tx
    .updateTable('wallet_operations')
    .set({
      superseded_by: id,
      detail: `${refused.detail}; retried by ${act.actor}: ${act.reason}`,
      updated_at: core.now(),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', operationId)
    .execute();
  if (refused.kind === 'credit' && withdrawal !== undefined) {
    await tx
      .updateTable('withdrawals')
      .set(refused.id === withdrawal.rest_id ? { rest_id: id } : { return_id: id })
      .where('brand_id', '=', brandId)
      .where('id', '=', withdrawal.id)
      .execute();
  }
  const operation = await selectOperation(tx, {
    brandId,
    operationId: id,
  }).executeTakeFirstOrThrow();
  return { kind: 'asked', refused, operation };
}

function selectOperation(
  tx: Tx,
  { brandId, operationId }: Pick<OperationAct, 'brandId' | 'operationId'>,
) {
  return tx
    .selectFrom('wallet_operations')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', operationId);
}
