import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { RemoteWallet, WalletAnswer, WalletPlayer } from '../../core/wallet-port.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment, Reversal, Withdrawal } from '../../ground/database/tables/money.ts';
import { findDueLanes, resumeFollowUp } from '../../ground/sweeps/find-due.ts';
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
/** The most rounds of operations for one subject: smaller and smaller holds, and then a capture. */
const mostRounds = 8;

/**
 * Performs the pending wallet operations of one deposit, withdrawal or reversal, right after the
 * commit that queued them. Operations of other subjects are left out, so that no player waits for
 * them. An operation without a clear response is left to the sweep.
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
 * Performs all due wallet operations, oldest first, with a lane for each brand's wallet. This is
 * the sweep for operations that a crash or an unclear response left. The same transfer is requested
 * until there is a clear response. Any number of processes may run it in parallel. Returns the
 * number of operations.
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
        // Its next attempt is already planned.
        core.log.error({ transferId: operation.id, error }, 'a wallet operation failed');
      }),
    ),
  );
}

async function perform(core: Core, operation: Operation): Promise<void> {
  const wallet = core.walletOf(operation.brand_id).remote;
  if (wallet === null) throw new Error(`Brand ${operation.brand_id} has no remote wallet.`);
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

/**
 * Adds the available balance to a refused hold of a reversal, which then takes what is available.
 */
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
  return {
    kind: 'unknown',
    detail: 'the balance is insufficient, and the wallet did not report it',
  };
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
  if (holdId === null) throw new Error(`Wallet operation ${id} has no hold.`);
  return wallet[kind]({ ...request, holdId });
}

/** Plans the next request for the same transfer, with back-off, after an unclear response. */
async function postpone(core: Core, operation: Operation, detail: string): Promise<void> {
  core.log.warn({ transferId: operation.id, detail }, 'a wallet gave no clear response');
  const pauseMs = Math.min(firstPauseMs * 2 ** operation.attempts, longestPauseMs);
  await core.db
    .updateTable('wallet_operations')
    .set({ next_attempt_at: new Date(core.now().getTime() + pauseMs), detail })
    .where('brand_id', '=', operation.brand_id)
    .where('id', '=', operation.id)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * The most holds of a reversal, since the balance of a player who bets may shrink between them. The
 * player owes the rest.
 */
const mostHolds = 5;

/**
 * Applies a wallet's response in the caller's transaction: credits the deposit, admits the
 * withdrawal, or books the reversal. Returns the changed deposit or withdrawal.
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
    // Transfer ids have no index; a deposit has few receipts.
    .where('deposit_id', '=', deposit.id)
    .where('transfer_id', '=', operation.id)
    .executeTakeFirstOrThrow();
  const changed =
    answer.kind === 'done'
      ? await settlePayment(core, tx, deposit, payment)
      : await parkPayment(core, tx, deposit, payment, {
          code: 'walletRefused',
          reason: `the wallet refused the credit: ${answer.reason}`,
        });
  // The last status response may have reported a chargeback, which was too early while the receipt
  // was being credited; without a notification it would be lost.
  await resumeFollowUp(tx, deposit, core.now());
  return changed;
}

async function finishWithdrawal(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<Withdrawal | null> {
  const withdrawal = await lockWithdrawal(tx, operation.brand_id, operation.withdrawal_id ?? '');
  if (withdrawal === undefined)
    throw new Error(`Wallet operation ${operation.id} has no withdrawal.`);
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

/**
 * Returns the amount of a smaller hold; null if nothing is available or there were enough holds.
 */
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

/**
 * Logs a refused operation that must happen: by the ledger the money has moved or was released. The
 * wallet and the ledger differ until the operator retries the operation.
 */
function logRefusal(core: Core, { id, kind, withdrawal_id, reversal_id }: Operation): void {
  const fields = { transferId: id, kind, withdrawalId: withdrawal_id, reversalId: reversal_id };
  core.log.error(fields, 'the wallet refused an operation that must happen');
}
