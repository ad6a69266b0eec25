import type { Core } from '../../core/core.ts';
import type { RemoteWallet, WalletAnswer, WalletPlayer } from '../../core/wallet-port.ts';
import { findDueLanes } from '../../ground/sweeps/find-due-lanes.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { loadExternalId } from '../../players/load-external-id.ts';
import { claimOfBrand, claimOfSubject, type SubjectRef } from '../wallet/claim-operations.ts';
import type { Answered, Operation } from '../wallet/mark-answered.ts';
import { finishOperation } from './finish-operation.ts';

const batchSize = 20;
const firstPauseMs = 2_000;
const longestPauseMs = 15 * 60_000;
/** What one thing leads to in the wallet: holds that get smaller, and what is done with the last. */
const mostRounds = 8;

/**
 * Asks the operator's wallet for what a deposit or withdrawal waits for: right after the commit that
 * wrote it down, and nothing else's, so that nobody waits for what is another's. What stays unclear
 * is left to the sweep.
 */
export async function performOperationsOf(core: Core, subject: SubjectRef): Promise<void> {
  if (core.walletOf(subject.brandId).remote === null) return;
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await claimOfSubject(core, subject);
    if (due.length === 0) return;
    await performAll(core, due);
  }
}

/**
 * Asks the operators' wallets for everything that waits, oldest first, each wallet by itself: the sweep
 * for what a crash or an unknown answer left. The same transfer is asked for until there is an
 * answer. Any number of processes may run it at once. Returns how many were asked for.
 */
export function performDueOperations(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'wallet_operations', core.now()),
    workBatch: async ({ brandId }) => {
      const due = await claimOfBrand(core, brandId, batchSize);
      await performAll(core, due);
      return due.length;
    },
    batchSize,
  });
}

async function performAll(core: Core, due: readonly Operation[]): Promise<void> {
  await Promise.all(
    due.map((operation) =>
      perform(core, operation).catch((error: unknown) => {
        // Its next attempt is already set.
        core.log.error({ transferId: operation.id, error }, 'a wallet operation failed');
      }),
    ),
  );
}

async function perform(core: Core, operation: Operation): Promise<void> {
  const wallet = core.walletOf(operation.brand_id).remote;
  if (wallet === null) throw new Error(`${operation.brand_id} has no wallet of its own any more`);
  const externalId = await loadExternalId(core.db, {
    brandId: operation.brand_id,
    playerId: operation.player_id,
  });
  const answer = await addBalance(wallet, operation, await ask(wallet, operation, externalId), {
    brandId: operation.brand_id,
    externalId,
  });
  if (answer.kind === 'unknown') {
    await postpone(core, operation, answer.detail);
    return;
  }
  const changed = await core.db
    .transaction()
    .execute((tx) => finishOperation(core, tx, operation, answer));
  if (changed !== null) publish(core, changed);
}

/** A reversal takes what there is: where the whole of it isn't, the wallet says how much is. */
async function addBalance(
  wallet: RemoteWallet,
  { reversal_id, kind, currency }: Operation,
  answer: WalletAnswer,
  player: WalletPlayer,
): Promise<Answered | Extract<WalletAnswer, { kind: 'unknown' }>> {
  const isShort = answer.kind === 'refused' && answer.reason === 'insufficient';
  if (!isShort || reversal_id === null || kind !== 'hold') return answer;
  const balance = await wallet.balance(player, currency);
  if (balance !== null) return { ...answer, balance };
  return { kind: 'unknown', detail: 'the player has too little, and nobody knows how much' };
}

function ask(
  wallet: RemoteWallet,
  operation: Operation,
  externalId: string,
): Promise<WalletAnswer> {
  const { id, brand_id: brandId, amount, currency, hold_id: holdId, kind } = operation;
  const subjectId = operation.deposit_id ?? operation.withdrawal_id ?? operation.reversal_id ?? id;
  const request = { transferId: id, brandId, externalId, money: { amount, currency }, subjectId };
  if (kind === 'credit' || kind === 'hold') return wallet[kind](request);
  if (holdId === null) throw new Error(`Operation ${id} has no hold`);
  return wallet[kind]({ ...request, holdId });
}

/** Nobody knows whether it was done: the same transfer is asked for again, ever more seldom. */
async function postpone(core: Core, operation: Operation, detail: string): Promise<void> {
  core.log.warn({ transferId: operation.id, detail }, 'a wallet gave no clear answer');
  const pauseMs = Math.min(firstPauseMs * 2 ** operation.attempts, longestPauseMs);
  await core.db
    .updateTable('wallet_operations')
    .set({ next_attempt_at: new Date(core.now().getTime() + pauseMs), detail })
    .where('brand_id', '=', operation.brand_id)
    .where('id', '=', operation.id)
    .where('status', '=', 'pending')
    .execute();
}
