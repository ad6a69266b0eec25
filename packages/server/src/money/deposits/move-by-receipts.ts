import type { DepositStatus, ReturnReason } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { canMove } from '../states/deposit.machine.ts';
import { moveDeposit } from './move-deposit.ts';

/**
 * Moves a deposit to the status that follows from its receipts; the most advanced one counts.
 * @param returnReason - why the receipt that has arrived is to be returned, if it is
 */
export async function moveByReceipts(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  reason: string,
  returnReason: ReturnReason | null = null,
): Promise<Deposit> {
  const rows = await tx
    .selectFrom('payments')
    .select('status')
    .distinct()
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .execute();
  const to = furthest(new Set(rows.map(({ status }) => status)));
  if (to === deposit.status || !canMove(deposit.status, to)) {
    return returnReason === null ? deposit : setReturnReason(core, tx, deposit, returnReason);
  }
  // A deposit whose money was returned keeps the reason, for the player.
  const changes = to === 'declined' ? {} : { return_reason: to === 'parked' ? returnReason : null };
  const moved = await moveDeposit(core, tx, deposit, to, { reason, changes });
  return requireMoved(moved, deposit);
}

/** Records that a further receipt is to be returned, while the status stays. */
function setReturnReason(
  core: Core,
  tx: Tx,
  { brand_id, id }: Deposit,
  return_reason: ReturnReason,
): Promise<Deposit> {
  return tx
    .updateTable('deposits')
    .set({ return_reason, updated_at: core.now() })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function furthest(statuses: ReadonlySet<Payment['status']>): DepositStatus {
  if (statuses.has('credited')) return 'processed';
  if (statuses.has('crediting')) return 'crediting';
  return statuses.has('parked') ? 'parked' : 'declined';
}

/**
 * Throws if the deposit was not moved: its row is locked, so no other transaction can have moved
 * it.
 */
export function requireMoved(moved: Deposit | null, deposit: Deposit): Deposit {
  if (moved === null) throw new Error(`Deposit ${deposit.id} was moved without its lock`);
  return moved;
}
