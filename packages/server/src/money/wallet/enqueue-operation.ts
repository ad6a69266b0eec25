import type { Money } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { WalletOperationsTable } from '../../ground/database/tables/money.ts';

/** One movement in the operator's wallet. */
export interface WalletOperation {
  /** The transfer's id. */
  id: string;
  brandId: string;
  playerId: string;
  kind: WalletOperationsTable['kind'];
  money: Money;
  /** Of a capture or release. */
  holdId?: string;
  depositId?: string;
  withdrawalId?: string;
  reversalId?: string;
}

/**
 * Writes down what the operator's wallet is to do, in the transaction that decides it; it is asked
 * after the commit (`performOperation`), and again by the sweep until it answers. Returns false,
 * and does nothing, where balances are Kassa's own ledger.
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
      status: 'pending',
      next_attempt_at: core.now(),
    })
    .execute();
  return true;
}
