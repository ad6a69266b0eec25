import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { lockWithdrawal } from './load-withdrawal.ts';
import { moveWithdrawal } from './move-withdrawal.ts';

/** What a person has to know who finds one in review. */
export const heldReason = 'payouts are held';

const batchSize = 100;

/**
 * Gives every withdrawal that is about to be paid to the operator's review (setting HOLD_PAYOUTS): on
 * a database that was restored it may have been paid since the copy. Any number of processes may do
 * it at once. Returns how many it was.
 */
export async function holdPayouts(core: Core): Promise<number> {
  let count = 0;
  for (;;) {
    const approved = await core.db
      .selectFrom('withdrawals')
      .select(['id', 'brand_id'])
      .where('status', '=', 'approved')
      .where('next_check_at', 'is not', null)
      .limit(batchSize)
      .execute();
    for (const withdrawal of approved) {
      if ((await holdPayout(core, withdrawal)) !== null) count += 1;
    }
    if (approved.length < batchSize) return count;
  }
}

/** The same for one; null where another was faster. */
export function holdPayout(
  core: Core,
  { brand_id: brandId, id }: Pick<Withdrawal, 'brand_id' | 'id'>,
): Promise<Withdrawal | null> {
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, brandId, id);
    if (current?.status !== 'approved') return null;
    return moveWithdrawal(core, tx, current, 'inReview', {
      reason: heldReason,
      changes: { next_check_at: null },
    });
  });
}
