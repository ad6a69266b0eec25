import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment, Reversal, Withdrawal } from '../../ground/database/tables/money.ts';
import { lockPlayer } from '../../players/lock-player.ts';
import { parkPayment, settlePayment } from '../deposits/settle-payment.ts';
import { enqueueOperation } from '../wallet/enqueue-operation.ts';
import { type Answered, markAnswered, type Operation } from '../wallet/mark-answered.ts';
import { admitWithdrawal, refuseHold } from '../withdrawals/admit-withdrawal.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { bookReturn } from '../withdrawals/settle-withdrawal.ts';
import { askOnceMore } from './ask-once-more.ts';
import { lockReversal } from './lock-reversal.ts';
import { bookReversal } from './take-back.ts';

/** A player who bets meanwhile has less each time; what is not caught by then they owe. */
const mostHolds = 5;

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
    complain(core, operation);
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
  const reversal = await lockReversal(tx, operation.brand_id, operation.reversal_id ?? '');
  if (!(await markAnswered(core, tx, operation, answer))) return null;
  if (operation.kind !== 'hold') {
    if (answer.kind === 'refused') complain(core, operation);
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
  { balance = '0' }: Extract<Answered, { kind: 'refused' }>,
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
function complain(core: Core, { id, kind, withdrawal_id, reversal_id }: Operation): void {
  const fields = { transferId: id, kind, withdrawalId: withdrawal_id, reversalId: reversal_id };
  core.log.error(fields, 'the wallet refuses what has to be');
}
