import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { RemoteWallet, WalletAnswer, WalletPlayer } from '../../core/wallet-port.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment, Reversal, Withdrawal } from '../../ground/database/tables/money.ts';
import { findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { loadExternalId } from '../../players/player-row.ts';
import { parkPayment, settlePayment } from '../deposits/crediting.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import {
  claimOfBrand,
  claimOfSubject,
  enqueueOperation,
  type FinalAnswer,
  type Operation,
  recordAnswer,
  type SubjectRef,
} from '../wallet/operations.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { admitWithdrawal, rejectWithoutHold } from '../withdrawals/review.ts';
import { bookReturn } from '../withdrawals/settle-withdrawal.ts';
import { bookReversal, lockReversal } from './reversals.ts';

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
): Promise<FinalAnswer | Extract<WalletAnswer, { kind: 'unknown' }>> {
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

/** A player who bets meanwhile has less each time; what is not caught by then they owe. */
const mostHolds = 5;

/**
 * Books what the operator's wallet has answered: the deposit is credited, the withdrawal's money is
 * held, and so on, in one transaction. Returns what changed for the player.
 */
async function finishOperation(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<Deposit | Withdrawal | null> {
  if (operation.reversal_id !== null) return finishReversal(core, tx, operation, answer);
  if (operation.deposit_id !== null) return finishCredit(core, tx, operation, answer);
  return finishWithdrawal(core, tx, operation, answer);
}

async function finishCredit(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<Deposit | null> {
  const { id, brand_id: brandId, deposit_id: depositId } = operation;
  const deposit = await lockDepositAndPlayer(tx, { brandId }, depositId ?? '');
  if (deposit === undefined) throw new Error(`Wallet operation ${id} has no deposit.`);
  if (!(await recordAnswer(core, tx, operation, answer))) return null;
  const payment: Payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    // A transfer has no index of its own; a deposit has few receipts.
    .where('deposit_id', '=', deposit.id)
    .where('transfer_id', '=', operation.id)
    .executeTakeFirstOrThrow();
  const changed =
    answer.kind === 'done'
      ? await settlePayment(core, tx, deposit, payment)
      : await parkPayment(core, tx, deposit, payment, `the wallet refuses it: ${answer.reason}`);
  await askOnceMore(core, tx, deposit);
  return changed;
}

async function finishWithdrawal(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<Withdrawal | null> {
  const withdrawal = await lockWithdrawal(tx, operation.brand_id, operation.withdrawal_id ?? '');
  if (withdrawal === undefined) throw new Error(`Operation ${operation.id} belongs to nothing`);
  if (!(await recordAnswer(core, tx, operation, answer))) return null;
  if (operation.kind === 'hold') {
    return answer.kind === 'done'
      ? admitWithdrawal(core, tx, withdrawal)
      : rejectWithoutHold(core, tx, withdrawal, answer.reason);
  }
  if (answer.kind === 'refused') {
    logRefusal(core, operation);
  } else if (operation.kind === 'credit') {
    await bookReturn(core, tx, withdrawal);
  }
  return null;
}

async function finishReversal(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<null> {
  const reversal = await lockReversal(tx, operation.brand_id, operation.reversal_id ?? '');
  if (!(await recordAnswer(core, tx, operation, answer))) return null;
  if (operation.kind !== 'hold') {
    if (answer.kind === 'refused') logRefusal(core, operation);
    return null;
  }
  const next = {
    brandId: reversal.brand_id,
    playerId: reversal.player_id,
    reversalId: reversal.id,
  };
  if (answer.kind === 'done') {
    const money = { amount: operation.amount, currency: operation.currency };
    await bookReversal(core, tx, reversal, operation.amount);
    const capture = {
      id: reversal.capture_id,
      kind: 'capture',
      money,
      holdId: operation.id,
    } as const;
    await enqueueOperation(core, tx, { ...next, ...capture });
    return null;
  }
  const rest = await planSmallerHold(tx, reversal, answer);
  if (rest === null) await bookReversal(core, tx, reversal, '0');
  else await enqueueOperation(core, tx, { ...next, id: uuidv7(), kind: 'hold', money: rest });
  return null;
}

/** What can still be taken where the balance doesn't cover all; null where it isn't worth a try. */
async function planSmallerHold(
  tx: Tx,
  reversal: Reversal,
  { balance = '0' }: Extract<FinalAnswer, { kind: 'refused' }>,
): Promise<Money | null> {
  if (compareDecimals(balance, '0') <= 0) return null;
  const { holds } = await tx
    .selectFrom('wallet_operations')
    .select((expression) => expression.fn.countAll<string>().as('holds'))
    .where('brand_id', '=', reversal.brand_id)
    .where('reversal_id', '=', reversal.id)
    .where('kind', '=', 'hold')
    .executeTakeFirstOrThrow();
  if (Number(holds) >= mostHolds) return null;
  const isEnough = compareDecimals(balance, reversal.account_amount) >= 0;
  const amount = isEnough ? reversal.account_amount : balance;
  return { amount, currency: reversal.account_currency };
}

/** The money has moved already, or is free: the two books differ until the operator mends it. */
function logRefusal(core: Core, { id, kind, withdrawal_id, reversal_id }: Operation): void {
  const fields = { transferId: id, kind, withdrawalId: withdrawal_id, reversalId: reversal_id };
  core.log.error(fields, 'the wallet refuses what has to be');
}

/**
 * Has the provider asked once more about a deposit that is asked about no more, now that the
 * operator's wallet has answered for money of it: the last answer may have told of a chargeback too,
 * which came too early while that money was being credited, and which no notification keeps. The
 * caller has locked the deposit.
 */
async function askOnceMore(
  core: Core,
  tx: Tx,
  { id, brand_id }: Pick<Deposit, 'id' | 'brand_id'>,
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ next_check_at: core.now() })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('next_check_at', 'is', null)
    .execute();
}
