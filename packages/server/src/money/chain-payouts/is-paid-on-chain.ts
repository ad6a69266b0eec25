import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { loadPayout } from './load-payout.ts';

/**
 * Whether a withdrawal is paid on a chain. One that is sent keeps to its way, whatever the settings
 * say now: another way would know nothing of it, and could pay it twice.
 */
export async function isPaidOnChain(
  core: Pick<Core, 'brands' | 'db'>,
  withdrawal: Withdrawal,
): Promise<boolean> {
  const { status, sent_through } = withdrawal;
  if (sent_through !== null) return sent_through === 'chain';
  if ((await loadPayout(core.db, withdrawal)) !== undefined) return true;
  return status === 'approved' && hasChains(core, withdrawal);
}

/** Whether the settings have chains for the account of a withdrawal, and no provider. */
function hasChains(
  { brands }: Pick<Core, 'brands'>,
  { brand_id, connector }: Pick<Withdrawal, 'brand_id' | 'connector'>,
): boolean {
  return (brands.get(brand_id)?.accounts.get(connector)?.rails.size ?? 0) > 0;
}
