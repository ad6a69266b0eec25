import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import type { Deposit } from '../deposits/move-deposit.ts';
import { type Payment, parkPayment, settlePayment } from '../deposits/settle-payment.ts';
import { bookReversal } from '../ledger/take-back.ts';
import { lockPlayer } from '../players/lock-player.ts';
import { admitWithdrawal, refuseHold } from '../withdrawals/admit-withdrawal.ts';
import { lockWithdrawal } from '../withdrawals/apply-payout.ts';
import type { Withdrawal } from '../withdrawals/move-withdrawal.ts';
import { bookReturn } from '../withdrawals/settle-withdrawal.ts';
import { enqueueOperation } from './enqueue-operation.ts';
import { type Answered, markAnswered, type Operation } from './mark-answered.ts';

/**
 * Books what the operator's wallet has answered: the deposit is credited, the withdrawal's money is
 * held, and so on, in one transaction. Returns what changed for the player.
 */
export async function finishOperation(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: Answered,
): Promise<Deposit | Withdrawal | null> {
  if (operation.reversal_id !== null) return finishReversal(core, tx, operation, answer);
  if (operation.deposit_id !== null) return finishCredit(core, tx, operation, answer);
  return finishWithdrawal(core, tx, operation, answer);
}

async function finishCredit(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: Answered,
): Promise<Deposit | null> {
  const deposit = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', operation.brand_id)
    .where('id', '=', operation.deposit_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await lockPlayer(tx, { brandId: deposit.brand_id, playerId: deposit.player_id });
  if (!(await markAnswered(core, tx, operation, answer))) return null;
  const payment: Payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', operation.brand_id)
    .where('transfer_id', '=', operation.id)
    .executeTakeFirstOrThrow();
  if (answer.kind === 'done') return settlePayment(core, tx, deposit, payment);
  return parkPayment(core, tx, deposit, payment, `the wallet refuses it: ${answer.reason}`);
}

async function finishWithdrawal(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: Answered,
): Promise<Withdrawal | null> {
  const withdrawal = await lockWithdrawal(tx, operation.brand_id, operation.withdrawal_id ?? '');
  if (withdrawal === undefined) throw new Error(`Operation ${operation.id} belongs to nothing`);
  if (!(await markAnswered(core, tx, operation, answer))) return null;
  if (operation.kind === 'hold') {
    return answer.kind === 'done'
      ? admitWithdrawal(core, tx, withdrawal)
      : refuseHold(core, tx, withdrawal, answer.reason);
  }
  if (answer.kind === 'refused') {
    // The money itself has moved already, or is free: the two books differ until a person mends it.
    const fields = { transferId: operation.id, withdrawalId: withdrawal.id, kind: operation.kind };
    core.log.error(fields, 'the wallet refuses what has to be');
  } else if (operation.kind === 'credit') {
    await bookReturn(core, tx, withdrawal);
  }
  return null;
}

async function finishReversal(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: Answered,
): Promise<null> {
  const reversal = await tx
    .selectFrom('reversals')
    .selectAll()
    .where('brand_id', '=', operation.brand_id)
    .where('id', '=', operation.reversal_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await lockPlayer(tx, { brandId: reversal.brand_id, playerId: reversal.player_id });
  if (!(await markAnswered(core, tx, operation, answer)) || operation.kind !== 'hold') return null;
  const isCovered = answer.kind === 'done';
  await bookReversal(core, tx, reversal, isCovered ? reversal.account_amount : '0');
  if (isCovered) {
    await enqueueOperation(core, tx, {
      id: reversal.capture_id,
      brandId: reversal.brand_id,
      playerId: reversal.player_id,
      kind: 'capture',
      money: { amount: reversal.account_amount, currency: reversal.account_currency },
      holdId: operation.id,
      reversalId: reversal.id,
    });
  }
  return null;
}
