import { blockchains, type Money } from '@kassa/contract';
import { askAgreement } from '../../connectors/ask-agreement.ts';
import type { ChainCoin } from '../../connectors/chain-coin.ts';
import { fromUnits } from '../../connectors/coin-units.ts';
import type { PayoutState } from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { countConfirmations } from '../addresses/count-confirmations.ts';
import { isSettled } from '../states/withdrawal.machine.ts';
import type { PayingWallet } from './find-hot-wallet.ts';
import {
  findWalletOf,
  loadReservation,
  loadSigned,
  type StoredTransaction,
} from './load-payout.ts';
import { broadcast, describePlaced } from './send-on-chain.ts';
import { noteProblem, signReplacement } from './sign-payout.ts';
import { untilNodesAnswer } from './take-place.ts';

export type LookOutcome =
  /** Nothing is decided yet. */
  | { kind: 'open'; isChanged: boolean }
  | {
      kind: 'confirmed';
      txid: string;
      height: number;
      blockHash: string;
      /** What arrived, as the block has it; null: the transaction failed and moved nothing. */
      moved: Money | null;
      /** What the network took. */
      fee: Money;
    }
  | { kind: 'displaced'; detail: string };

/**
 * Looks at the transactions of a payout that was signed. One in no block is sent again, and replaced
 * by one with a higher fee if it has waited for long.
 */
export async function lookAtPayout(
  core: Core,
  withdrawal: Withdrawal,
  payout: ChainPayout,
): Promise<LookOutcome> {
  const open = (isChanged = false): LookOutcome => ({ kind: 'open', isChanged });
  const paying = findWalletOf(core, payout);
  if (paying === null) {
    await noteProblem(core, payout, 'its hot wallet is no longer in the settings');
    return open();
  }
  const signed = await loadSigned(core.db, payout);
  const state = await untilNodesAnswer(async () =>
    paying.wallet.find({
      reservation: await loadReservation(core.db, payout),
      transactions: signed,
      target: payout.target,
      contract: payout.contract,
    }),
  );
  if ('kind' in state) {
    await noteProblem(core, payout, state.detail);
    return open();
  }
  const isChanged = await recordState(core, payout, state);
  switch (state.found.kind) {
    case 'displaced':
      return state.found;
    case 'waiting':
      await sendAgain(core, { withdrawal, payout, paying, signed });
      return open(isChanged);
    case 'mined': {
      const { height, blockHash } = state.found;
      const required = blockchains[payout.blockchain].confirmations;
      if (countConfirmations(state.tipHeight, height) < required) return open(isChanged);
      const doubt = await findDoubt(paying, { height, hash: blockHash });
      await noteProblem(core, payout, doubt);
      return doubt === null ? confirm(state.found, payout, paying) : open(isChanged);
    }
  }
}

/** Remembers what the chain shows of a payout; whether that has changed. */
async function recordState(
  core: Core,
  payout: ChainPayout,
  { tipHeight, found }: PayoutState,
): Promise<boolean> {
  const isMined = found.kind === 'mined';
  const place = {
    height: isMined ? found.height : null,
    block_hash: isMined ? found.blockHash : null,
    txid: isMined ? found.txid : null,
  };
  const isSame =
    payout.block_hash === place.block_hash && (!isMined || payout.tip_height === tipHeight);
  if (isSame) return false;
  await core.db
    .updateTable('chain_payouts')
    .set({ ...place, tip_height: tipHeight, ...(isMined && { problem: null }) })
    .where('withdrawal_id', '=', payout.withdrawal_id)
    .where('status', '=', 'signed')
    .execute();
  return true;
}

/** All nodes that answer must have the block, as for deposits. Returns what speaks against it. */
async function findDoubt(
  { rail }: PayingWallet,
  block: { height: number; hash: string },
): Promise<string | null> {
  const { answers, dissenter } = await askAgreement(rail.sources, block);
  if (dissenter !== null) return `${dissenter} has another block at ${block.height}`;
  return answers === 0 ? `no node has block ${block.height} now` : null;
}

function confirm(
  { txid, height, blockHash, moved, fee }: Extract<PayoutState['found'], { kind: 'mined' }>,
  { blockchain, coin: currency, units, amount }: ChainPayout,
  { coin }: { coin: ChainCoin },
): LookOutcome {
  const { coin: own, decimals } = blockchains[blockchain];
  // The decimals of the settings may have changed since the payout was made.
  const nameAmount = (arrived: bigint) =>
    arrived === BigInt(units) ? amount : fromUnits(arrived, coin.decimals);
  return {
    kind: 'confirmed',
    txid,
    height,
    blockHash,
    moved: moved === null ? null : { amount: nameAmount(moved), currency },
    fee: { amount: fromUnits(fee, decimals), currency: own },
  };
}

interface WaitingPayout {
  withdrawal: Withdrawal;
  payout: ChainPayout;
  paying: PayingWallet;
  signed: readonly StoredTransaction[];
}

/** Not if an operator has declared that it failed: then it is only looked for. */
async function sendAgain(core: Core, waiting: WaitingPayout): Promise<void> {
  const { withdrawal, payout } = waiting;
  if (isSettled(withdrawal.status)) return;
  const isStuck = isOverdue(core, waiting) && !(await isBehind(core, payout));
  const obstacle = isStuck ? await replace(core, waiting) : null;
  const problem = await broadcast(core, payout, await loadSigned(core.db, payout));
  await noteProblem(core, payout, problem ?? obstacle);
}

function isOverdue({ now }: Pick<Core, 'now'>, { paying, signed }: WaitingPayout): boolean {
  const last = signed.at(-1);
  return last !== undefined && now().getTime() - last.signedAt.getTime() >= paying.wallet.stuckMs;
}

/** Whether a lower number of the wallet is in no block yet: then no fee brings this one into one. */
async function isBehind(
  { db }: Pick<Core, 'db'>,
  { blockchain, network, wallet, nonce }: ChainPayout,
): Promise<boolean> {
  if (nonce === null) return false;
  const before = await db
    .selectFrom('chain_payouts')
    .select('withdrawal_id')
    .where('blockchain', '=', blockchain)
    .where('network', '=', network)
    .where('wallet', '=', wallet)
    .where('status', 'in', ['reserved', 'signed'])
    .where('height', 'is', null)
    .where('nonce', '<', nonce)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

/** Returns why it isn't replaced, or null. */
async function replace(core: Core, { withdrawal, payout }: WaitingPayout): Promise<string | null> {
  const placed = await describePlaced(core, withdrawal, payout);
  if ('kind' in placed) return placed.detail;
  const quote = await untilNodesAnswer(() => placed.paying.wallet.quotePrice());
  if ('kind' in quote) return quote.detail;
  return signReplacement(core, placed, quote);
}
