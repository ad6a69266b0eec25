import type { PayoutObstacle } from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { findHotWallet } from './find-hot-wallet.ts';
import { loadPayout } from './load-payout.ts';
import { plan } from './send-on-chain.ts';
import { findRoom, findUnsigned } from './take-place.ts';

type Wait = Extract<PayoutObstacle, { kind: 'waits' }>;

/**
 * Finds what keeps the wallet from paying an approved withdrawal now, and takes nothing of it. Null
 * if nothing does, or if it is more than a delay.
 */
export async function findWait(core: Core, withdrawal: Withdrawal): Promise<Wait | null> {
  if ((await loadPayout(core.db, withdrawal)) !== undefined) return null;
  const obstacle = (await findBusy(core, withdrawal)) ?? (await findShortage(core, withdrawal));
  return obstacle?.kind === 'waits' ? obstacle : null;
}

/** Found without a request to a node. */
async function findBusy(core: Core, withdrawal: Withdrawal): Promise<PayoutObstacle | null> {
  const { brand_id: brandId, connector: account, payment_method: paymentMethod } = withdrawal;
  const paying = findHotWallet(core, { brandId, account, paymentMethod });
  return paying === null ? null : findUnsigned(core.db, paying);
}

async function findShortage(core: Core, withdrawal: Withdrawal): Promise<PayoutObstacle | null> {
  const planned = await plan(core, withdrawal, undefined);
  if ('kind' in planned) return planned;
  const room = await core.db.transaction().execute((tx) => findRoom(core, tx, planned));
  return 'kind' in room ? room : null;
}
