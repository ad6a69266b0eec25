import type { Core } from '../../core/core.ts';

/** Ends the pending acts that nobody decided in time. Returns their number. */
export async function expirePendingActs({ db, now }: Pick<Core, 'db' | 'now'>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('pending_acts')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
