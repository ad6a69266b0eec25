import { sql, type UpdateObject } from 'kysely';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { hasMoney, isOpen } from '../states/deposit.machine.ts';
import { answerTimeoutMs } from './load-deposit.ts';
import { type Move, moveDeposit } from './move-deposit.ts';

/** The late window of a method whose catalogue entry names none, in hours. */
const usualLateHours = 24;

/**
 * Returns the end of a deposit's late window if the deposit ends now: until then its player may
 * still pay, so it counts towards their limits.
 */
export function resolveLateUntil(
  { catalogOf, now }: Pick<Core, 'catalogOf' | 'now'>,
  { brand_id, payment_method }: Pick<Deposit, 'brand_id' | 'payment_method'>,
): Date {
  const method = findBrandMethod(catalogOf(brand_id), payment_method);
  const hours = method?.lateWindowHours ?? usualLateHours;
  return new Date(now().getTime() + hours * 3600_000);
}

/**
 * Ends an open deposit that its provider may still be paid for, and starts its late window. The
 * caller cancels it at the provider after the commit; if it dies before, the follow-up does so.
 * Returns null if another transaction moved the deposit first.
 */
export function endDeposit(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  to: 'canceled' | 'autoCanceled' | 'declined',
  { changes = {}, ...move }: Move,
): Promise<Deposit | null> {
  return moveDeposit(core, tx, deposit, to, {
    ...move,
    changes: {
      late_until: resolveLateUntil(core, deposit),
      // The provider is asked until it answers, however long the deposit was open.
      next_check_at: new Date(core.now().getTime() + answerTimeoutMs),
      ...changes,
    },
  });
}

/** Whether a deposit has ended without money, which may still arrive. */
function hasEnded({ status }: Pick<Deposit, 'status'>): boolean {
  return !isOpen(status) && !hasMoney(status);
}

/**
 * Ends the late window of a deposit that has ended, since nobody can pay it any more: it frees its
 * player's limits.
 */
export async function endLateWindow(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  deposit: Deposit,
): Promise<void> {
  await updateEnded(tx, deposit, { late_until: sql<Date>`least(late_until, ${now()})` });
}

/** Stores the provider's word on the cancellation of a deposit that has ended. */
export async function recordCancel(
  { now }: Pick<Core, 'now'>,
  db: Db | Tx,
  deposit: Deposit,
  answer: NonNullable<Deposit['provider_cancel']>,
): Promise<void> {
  await updateEnded(db, deposit, {
    provider_cancel: answer,
    ...(answer === 'canceled' && { late_until: sql<Date>`least(late_until, ${now()})` }),
  });
}

/** Updates a deposit if it still is one that has ended without money. */
async function updateEnded(
  db: Db | Tx,
  { brand_id, id }: Deposit,
  values: UpdateObject<Database, 'deposits'>,
): Promise<void> {
  await db
    .updateTable('deposits')
    .set(values)
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('status', 'in', ['canceled', 'autoCanceled', 'declined'])
    .execute();
}

/** Whether the provider still has to be asked to cancel a deposit that has ended. */
export function isCancelDue(deposit: Deposit, now: Date): boolean {
  const { late_until, provider_cancel } = deposit;
  return hasEnded(deposit) && late_until !== null && late_until > now && provider_cancel === null;
}

/**
 * Whether a request to create the payment may still reach the provider although the deposit has
 * ended: then it is not final that the provider doesn't know the deposit.
 */
export function isCreationOutstanding(
  { provider_reference, updated_at }: Pick<Deposit, 'provider_reference' | 'updated_at'>,
  now: Date,
): boolean {
  return provider_reference === null && updated_at.getTime() + answerTimeoutMs > now.getTime();
}
