import type {
  ChainPayoutOrder,
  FeeQuote,
  PayoutObstacle,
  SignOutcome,
} from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import type { PayingWallet } from './find-hot-wallet.ts';
import { loadReservation, loadSigned, type StoredTransaction } from './load-payout.ts';
import { untilNodesAnswer } from './take-place.ts';

/** The order of a payout that has its place. */
export interface PlacedPayout {
  payout: ChainPayout;
  paying: PayingWallet;
  order: ChainPayoutOrder;
}

export type SignedOutcome =
  | { kind: 'signed' }
  | PayoutObstacle
  /** The place is kept: something may have been signed. */
  | { kind: 'unfinished'; detail: string };

/**
 * Has the first transaction of a payout signed, and stores it before anybody may send it. The place
 * is given back only if nothing can have been signed for it.
 * @param isFirstAsk - whether this process has just taken the place
 */
export async function signFirst(
  core: Core,
  placed: PlacedPayout,
  price: FeeQuote,
  isFirstAsk: boolean,
): Promise<SignedOutcome> {
  if (!isFirstAsk && !(await countAsk(core, placed.payout))) return { kind: 'signed' };
  const outcome = await sign(core, placed, price, []);
  if (outcome.kind === 'signed') {
    const isStored = await storeFirst(core, placed.payout, outcome.transaction);
    return isStored ? { kind: 'signed' } : { kind: 'unfinished', detail: 'it is no longer sent' };
  }
  if (outcome.kind !== 'unanswered' && (await giveBack(core, placed.payout))) return outcome;
  await noteProblem(core, placed.payout, outcome.detail);
  return { kind: 'unfinished', detail: outcome.detail };
}

async function sign(
  core: Core,
  { payout, paying, order }: PlacedPayout,
  price: FeeQuote,
  earlier: readonly StoredTransaction[],
): Promise<SignOutcome> {
  const reservation = await loadReservation(core.db, payout);
  // A wallet asks its nodes before it asks the signer, and not after.
  return untilNodesAnswer(() => paying.wallet.sign(order, reservation, price, earlier));
}

/** Remembers, before the signer is asked again, that it is; false if it has signed meanwhile. */
async function countAsk(core: Core, { withdrawal_id }: ChainPayout): Promise<boolean> {
  const asked = await core.db
    .updateTable('chain_payouts')
    .set(({ eb }) => ({ asked_count: eb('asked_count', '+', 1) }))
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', '=', 'reserved')
    .returning('withdrawal_id')
    .executeTakeFirst();
  return asked !== undefined;
}

/** Stores the first transaction; false if the withdrawal is no longer to be sent. */
function storeFirst(
  core: Core,
  { withdrawal_id, brand_id }: ChainPayout,
  { txid, raw, fee }: { txid: string; raw: string; fee: bigint },
): Promise<boolean> {
  return core.db.transaction().execute(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, brand_id, withdrawal_id);
    const ofPayout = tx
      .updateTable('chain_payouts')
      .where('withdrawal_id', '=', withdrawal_id)
      .where('status', '=', 'reserved');
    // An operator has decided meanwhile. What was signed is forgotten, and so never sent.
    if (withdrawal?.status !== 'sending') return false;
    const signed_at = core.now();
    const moved = await ofPayout
      .set({ status: 'signed', signed_at, problem: null })
      .returning('withdrawal_id')
      .executeTakeFirst();
    // Another process has stored its own: that one is sent, and this one never.
    if (moved === undefined) return true;
    await tx
      .insertInto('chain_payout_transactions')
      .values({ withdrawal_id, brand_id, number: 1, txid, raw, fee, signed_at })
      .execute();
    return true;
  });
}

/** Gives a place back that was asked for once, in vain; false if it must be kept. */
async function giveBack(core: Core, { withdrawal_id }: ChainPayout): Promise<boolean> {
  const given = await core.db
    .deleteFrom('chain_payouts')
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', '=', 'reserved')
    .where('asked_count', '=', 1)
    .returning('withdrawal_id')
    .executeTakeFirst();
  return given !== undefined;
}

/** Tells operators why a payout makes no progress. */
export async function noteProblem(
  core: Pick<Core, 'db'>,
  { withdrawal_id }: Pick<ChainPayout, 'withdrawal_id'>,
  problem: string | null,
): Promise<void> {
  await core.db
    .updateTable('chain_payouts')
    .set({ problem: problem?.slice(0, 500) ?? null })
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', 'in', ['reserved', 'signed'])
    .execute();
}

/**
 * Has a transaction signed that replaces the earlier ones of a payout, and stores it. Returns why
 * not, or null.
 */
export async function signReplacement(
  core: Core,
  placed: PlacedPayout,
  price: FeeQuote,
): Promise<string | null> {
  const { withdrawal_id, brand_id } = placed.payout;
  const earlier = await loadSigned(core.db, placed.payout);
  const outcome = await sign(core, placed, price, earlier);
  if (outcome.kind !== 'signed') return outcome.detail;
  const { txid, raw, fee } = outcome.transaction;
  const number = earlier.length + 1;
  await core.db
    .insertInto('chain_payout_transactions')
    .values({ withdrawal_id, brand_id, number, txid, raw, fee, signed_at: core.now() })
    // Another process has replaced it, too: one of the two is enough.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return null;
}
