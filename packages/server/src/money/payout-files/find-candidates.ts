import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import type { ProviderRef } from '../../providers/ask-provider.ts';
import { endUnapproved } from '../provider-events/clear-payout.ts';
import { performOperationsOf } from '../provider-events/wallet-answers.ts';

/** The most requests for the operator's approval at once. */
const mostAtOnce = 20;

/** The approved payouts of an account that are due, the longest waiting first. */
export function selectDue(db: Db | Tx, { brandId, connector }: ProviderRef, now: Date) {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('connector', '=', connector)
    .where('next_check_at', '<=', now)
    .where('status', '=', 'approved')
    .where('batch_id', 'is', null)
    .where(({ eb, or }) => or([eb('sends_after', 'is', null), eb('sends_after', '<=', now)]));
}

/**
 * Finds the payouts of an account for its next file, and asks for the operator's approval of each
 * where the brand needs it: outside of the transaction that writes the file. What isn't approved
 * waits, ends or goes to review, as before any other payout. Returns the ids of the rest.
 */
export async function findCandidates(
  core: Core,
  account: ProviderRef,
  most: number,
): Promise<string[]> {
  const due = await selectDue(core.db, account, core.now())
    .orderBy('next_check_at')
    .limit(most)
    .execute();
  const approved: string[] = [];
  for (let start = 0; start < due.length; start += mostAtOnce) {
    const some = due.slice(start, start + mostAtOnce);
    const kept = await Promise.all(some.map((withdrawal) => isApproved(core, withdrawal)));
    approved.push(...some.filter((_, index) => kept[index]).map(({ id }) => id));
  }
  return approved;
}

async function isApproved(core: Core, withdrawal: Withdrawal): Promise<boolean> {
  const ended = await endUnapproved(core, withdrawal);
  if (ended === 'approved') return true;
  if (ended !== null) {
    publishWithdrawal(core, ended);
    await performOperationsOf(core, { brandId: ended.brand_id, subjectId: ended.id });
  }
  return false;
}
