import type { Decimal } from '@kassa/contract';
import type { Selectable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { WalletAnswer } from '../../core/wallet-port.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { WalletOperationsTable } from '../../ground/database/tables/money.ts';

export type Operation = Selectable<WalletOperationsTable>;

/** What ends an operation. */
export type Answered =
  | Exclude<WalletAnswer, { kind: 'unknown' | 'refused' }>
  | (Extract<WalletAnswer, { kind: 'refused' }> & {
      /** What there is, where the player doesn't have what a reversal takes. */
      balance?: Decimal;
    });

/** Marks an operation as answered. False where another process did it first. */
export async function markAnswered(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: Answered,
): Promise<boolean> {
  const marked = await tx
    .updateTable('wallet_operations')
    .set({
      status: answer.kind,
      detail: answer.kind === 'refused' ? `${answer.reason}: ${answer.detail}` : null,
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
