import type { PayoutObstacle } from '../../connectors/hot-wallet.ts';
import type { ProviderPayout } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { findWait } from '../chain-payouts/find-wait.ts';
import { loadPayout } from '../chain-payouts/load-payout.ts';
import { type ChainSendOutcome, sendOnChain } from '../chain-payouts/send-on-chain.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { applyPayout } from './apply-payout.ts';

/** How soon a payout is tried again that the wallet can't pay now: ever later, from and to these. */
const waitMs = { shortest: 60_000, longest: 900_000 };
/** The same of a wallet that is busy, and of a place that was given back. */
const busyMs = { shortest: 5_000, longest: 60_000 };
const longestPauseMs = 3600_000;

/**
 * Pays a withdrawal that is `sending` from the wallet of its account, or goes on with it. Returns the
 * changed withdrawal; null if it goes on later.
 */
export async function payOnChain(core: Core, sending: Withdrawal): Promise<Withdrawal | null> {
  if (core.arePayoutsHeld) return holdSending(core, sending);
  const outcome = await sendOnChain(core, sending);
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, sending.brand_id, sending.id);
    return current?.status === 'sending' ? applyOutcome(core, tx, current, outcome) : null;
  });
}

/**
 * While payouts are held, the database may be a copy that lacks what was signed since: nothing new
 * is signed, and a payout without its place goes to review.
 */
function holdSending(core: Core, { brand_id, id }: Withdrawal): Promise<Withdrawal | null> {
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, brand_id, id);
    if (current?.status !== 'sending' || (await loadPayout(tx, current)) !== undefined) return null;
    const changes = { next_check_at: null };
    return moveWithdrawal(core, tx, current, 'inReview', { reason: 'payouts are held', changes });
  });
}

async function applyOutcome(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  outcome: ChainSendOutcome,
): Promise<Withdrawal | null> {
  switch (outcome.kind) {
    case 'sent':
      return applySent(core, tx, withdrawal, outcome.txid);
    case 'unfinished':
      return null;
    case 'displaced':
      return leaveDisplaced(core, tx, withdrawal, outcome.detail);
    case 'waits':
    case 'refused':
      // Another process may have given it a place meanwhile: then it goes on from there.
      return (await loadPayout(tx, withdrawal)) === undefined
        ? giveUpForNow(core, tx, withdrawal, outcome)
        : null;
  }
}

async function applySent(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  txid: string,
): Promise<Withdrawal | null> {
  const payout: ProviderPayout = {
    kind: 'payout',
    providerReference: txid,
    withdrawalId: withdrawal.id,
    status: 'sent',
    paid: null,
    fee: null,
  };
  await nameTransaction(tx, withdrawal, txid);
  const evidence = {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    source: `transaction ${txid}`,
    confirmedBy: 'provider' as const,
  };
  const { changed } = await applyPayout(core, tx, evidence, payout);
  return changed !== null && 'hold_id' in changed ? changed : null;
}

/** The transaction is the reference of a payout, also of one that was tried before. */
export async function nameTransaction(
  tx: Tx,
  { brand_id, id }: Withdrawal,
  txid: string,
): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ provider_reference: txid })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Whether the wallet still can't pay a withdrawal that it couldn't pay before. Then it stays
 * approved, and neither its player nor the operator is told or asked each time.
 */
export async function putOff(core: Core, approved: Withdrawal): Promise<boolean> {
  if ((await countTries(core.db, approved)) === 0) return false;
  const wait = await findWait(core, approved);
  if (wait === null) return false;
  const { shortest, longest } = wait.isBusy === true ? busyMs : waitMs;
  const ageMs = core.now().getTime() - approved.updated_at.getTime();
  const pauseMs = Math.min(Math.max(ageMs / 4, shortest), longest);
  await core.db
    .updateTable('withdrawals')
    .set({ next_check_at: new Date(core.now().getTime() + pauseMs), check_count: 0 })
    .where('brand_id', '=', approved.brand_id)
    .where('id', '=', approved.id)
    .where('status', '=', 'approved')
    .execute();
  return true;
}

/** How often a withdrawal was to be sent. */
async function countTries(db: Db | Tx, { id, brand_id }: Withdrawal): Promise<number> {
  const { count } = await db
    .selectFrom('withdrawal_transitions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('brand_id', '=', brand_id)
    .where('withdrawal_id', '=', id)
    .where('to_status', '=', 'sending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Nothing was signed, so that nobody was asked to pay: its player may cancel it again. */
async function giveUpForNow(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { kind, detail: reason, ...rest }: PayoutObstacle,
): Promise<Withdrawal | null> {
  const send_count = withdrawal.send_count - 1;
  if (kind === 'refused') {
    const changes = { send_count, next_check_at: null };
    return moveWithdrawal(core, tx, withdrawal, 'inReview', { reason, changes });
  }
  const isBusy = 'isBusy' in rest && rest.isBusy === true;
  const pauseMs = isBusy
    ? busyMs.shortest
    : Math.min(waitMs.shortest * 2 ** ((await countTries(tx, withdrawal)) - 1), longestPauseMs);
  const next_check_at = new Date(core.now().getTime() + pauseMs);
  const changes = { send_count, next_check_at };
  return moveWithdrawal(core, tx, withdrawal, 'approved', { reason, changes });
}

/** Leaves a payout to a person whose place another transaction has. The caller has locked it. */
export async function leaveDisplaced(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  detail: string,
): Promise<Withdrawal | null> {
  const reason = `${detail}: find out whether it paid the player`;
  const changes = { next_check_at: null };
  if (withdrawal.status === 'sending' || withdrawal.status === 'unknown') {
    return moveWithdrawal(core, tx, withdrawal, 'inReview', { reason, changes });
  }
  if (withdrawal.status !== 'sent') return null;
  const unknown = await moveWithdrawal(core, tx, withdrawal, 'unknown', { reason, changes });
  return unknown && moveWithdrawal(core, tx, unknown, 'inReview', { reason, changes });
}
