import type { Core } from '../../core/core.ts';
import type { RemoteWallet, WalletAnswer } from '../../core/wallet-port.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { findDueLanes, resumeFollowUp } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { loadExternalId } from '../../players/player-row.ts';
import { settlePayment } from '../deposits/crediting.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { parkPayment } from '../deposits/park-payment.ts';
import { lockRefund } from '../refunds/load-refund.ts';
import { admitRefund, rejectRefund } from '../refunds/settle-refund.ts';
import { bookCorrection, lockCorrection, refuseCorrection } from '../wallet/corrections.ts';
import {
  claimOfBrand,
  claimOfSubject,
  type FinalAnswer,
  type Operation,
  readPurpose,
  recordAnswer,
  type SubjectRef,
} from '../wallet/operations.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { admitWithdrawal, rejectWithoutHold } from '../withdrawals/review.ts';
import { bookCredited } from '../withdrawals/settle-withdrawal.ts';
import { findBrokenAtHold } from './recheck-rules.ts';
import { addBalance, finishReversal, logRefusal, type Unknown } from './reversal-answers.ts';

const batchSize = 20;
const firstPauseMs = 2_000;
const longestPauseMs = 15 * 60_000;
/** The most rounds of operations for one subject: smaller and smaller debits, or holds and then a capture. */
const mostRounds = 8;

/**
 * Performs the pending wallet operations of one deposit, withdrawal, reversal or correction, right
 * after the commit that queued them. Operations of other subjects are left out, so that no player waits for
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
  const asked = await ask(wallet, operation, externalId);
  const player = { brandId: operation.brand_id, externalId };
  const answer =
    asked.kind === 'unknownOperation'
      ? readUnknownOperation(core, wallet, operation, asked.detail)
      : await addBalance(wallet, operation, asked, player);
  if (answer.kind === 'unknown') {
    await postpone(core, operation, answer.detail);
    return;
  }
  const changed = await core.db
    .transaction()
    .execute((tx) => finishOperation(core, tx, operation, answer));
  if (changed !== null) publish(core, changed);
}

const notKnown = 'the wallet does not know the operation';

/**
 * Builds the detail of an operation that the wallet didn't know in any of its requests. Their number
 * shows whether the response to a later one was lost.
 */
const neverKnownIn = (requests: number) => `${notKnown}, asked ${requests} times`;

/**
 * The wallet doesn't know the operation, and so it is asked again, until it does. Once the brand's
 * settings say that it has no debits, the debit is given up, unless an earlier request for it had
 * another outcome, or none: the wallet may have done that one.
 */
function readUnknownOperation(
  core: Core,
  wallet: RemoteWallet,
  { id, brand_id: brandId, kind, attempts, detail }: Operation,
  answer: string,
): FinalAnswer | Unknown {
  const isNeverKnown = attempts === 1 || detail === neverKnownIn(attempts - 1);
  if (kind === 'debit' && !wallet.hasDebits && isNeverKnown) {
    return { kind: 'refused', reason: 'other', detail: notKnown, isUnknownOperation: true };
  }
  core.log.error(
    { brandId, transferId: id, answer, setting: 'wallet.debits' },
    `the wallet does not know ${kind}: see docs/wallet.md`,
  );
  return { kind: 'unknown', detail: isNeverKnown ? neverKnownIn(attempts) : answer };
}

function ask(
  wallet: RemoteWallet,
  operation: Operation,
  externalId: string,
): Promise<WalletAnswer> {
  const { id, brand_id: brandId, amount, currency, hold_id: holdId, kind } = operation;
  const { refund_id, deposit_id, withdrawal_id, reversal_id } = operation;
  const subjectId = refund_id ?? deposit_id ?? withdrawal_id ?? reversal_id ?? id;
  const money = { amount, currency };
  const purpose = readPurpose(operation);
  const request = { transferId: id, brandId, externalId, money, subjectId, purpose };
  if (kind === 'credit' || kind === 'debit' || kind === 'hold') return wallet[kind](request);
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
 * Applies a wallet's response in the caller's transaction: credits the deposit, admits the
 * withdrawal or the refund, or books the reversal or the correction. Returns the changed deposit or
 * withdrawal.
 */
async function finishOperation(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<Deposit | Withdrawal | null> {
  if (operation.refund_id !== null) return finishRefund(core, tx, operation, answer);
  if (operation.reversal_id !== null) return finishReversal(core, tx, operation, answer);
  if (operation.deposit_id !== null) return finishCredit(core, tx, operation, answer);
  if (operation.withdrawal_id !== null) return finishWithdrawal(core, tx, operation, answer);
  return finishCorrection(core, tx, operation, answer);
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
      ? admitWithdrawal(core, tx, withdrawal, await findBrokenAtHold(core, tx, withdrawal))
      : rejectWithoutHold(core, tx, withdrawal, answer.reason);
  }
  if (answer.kind === 'refused') {
    logRefusal(core, operation);
  } else if (operation.kind === 'credit') {
    await bookCredited(core, tx, withdrawal, operation.id);
  }
  return null;
}

async function finishRefund(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<null> {
  const locked = await lockRefund(tx, operation.brand_id, operation.refund_id ?? '');
  if (locked === undefined) throw new Error(`Wallet operation ${operation.id} has no refund.`);
  if (!(await recordAnswer(core, tx, operation, answer))) return null;
  if (operation.kind !== 'debit') {
    if (answer.kind === 'refused') logRefusal(core, operation);
  } else if (answer.kind === 'done') {
    await admitRefund(core, tx, locked.refund);
  } else {
    const reason = `the wallet refused the debit: ${answer.reason}`;
    await rejectRefund(core, tx, locked.refund, reason);
  }
  return null;
}

async function finishCorrection(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<null> {
  const correction = await lockCorrection(tx, operation.brand_id, operation.id);
  if (!(await recordAnswer(core, tx, operation, answer))) return null;
  if (answer.kind === 'done') await bookCorrection(core, tx, correction);
  else await refuseCorrection(core, tx, correction);
  return null;
}
