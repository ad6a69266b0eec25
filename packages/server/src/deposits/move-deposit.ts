import type { DepositStatus } from '@kassa/contract';
import type { Selectable, Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/connect.ts';
import type { DepositsTable } from '../db/tables/money.ts';
import { canMove } from './deposit.machine.ts';

export type Deposit = Selectable<DepositsTable>;

/** Why a deposit moves, when, and what else changes with it. */
export interface Move {
  reason: string;
  now: Date;
  changes?: Changes;
}

type Changes = Omit<Updateable<DepositsTable>, 'status' | 'id' | 'brand_id' | 'player_id'>;

/**
 * Moves a deposit to another state: guarded by its present one in SQL, with a row of history beside
 * it. Returns null where another transaction moved it first.
 * @throws on a transition that the machine doesn't know: that is a bug in the caller.
 */
export async function moveDeposit(
  tx: Tx,
  deposit: Deposit,
  to: DepositStatus,
  { reason, now, changes = {} }: Move,
): Promise<Deposit | null> {
  if (!canMove(deposit.status, to)) {
    throw new Error(`A deposit can't go from ${deposit.status} to ${to} (${reason})`);
  }
  const moved = await tx
    .updateTable('deposits')
    .set({ ...changes, status: to, updated_at: now })
    .where('brand_id', '=', deposit.brand_id)
    .where('id', '=', deposit.id)
    .where('status', '=', deposit.status)
    .returningAll()
    .executeTakeFirst();
  if (moved === undefined) return null;
  await recordTransition(tx, moved, deposit.status, reason);
  return moved;
}

/** Appends a row to the deposit's history. */
export async function recordTransition(
  tx: Tx,
  deposit: Deposit,
  from: DepositStatus | null,
  reason: string,
): Promise<void> {
  await tx
    .insertInto('deposit_transitions')
    .values({
      id: uuidv7(),
      brand_id: deposit.brand_id,
      deposit_id: deposit.id,
      from_status: from,
      to_status: deposit.status,
      reason,
    })
    .execute();
}
