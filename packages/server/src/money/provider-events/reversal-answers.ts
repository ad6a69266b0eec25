import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { RemoteWallet, WalletAnswer, WalletPlayer } from '../../core/wallet-port.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Reversal } from '../../ground/database/tables/money.ts';
import {
  enqueueOperation,
  type FinalAnswer,
  type Operation,
  readPurpose,
  recordAnswer,
} from '../wallet/operations.ts';
import { bookReversal, lockReversal } from './reversals.ts';

/**
 * The most debits of a reversal, since the balance of a player who bets may shrink between them.
 * The player owes the rest.
 */
const mostDebits = 5;

/** Whether an operation of a reversal takes the money off the balance; `hold` is the old form. */
const takesBack = (kind: Operation['kind']) => kind === 'debit' || kind === 'hold';

/** An answer after which the wallet is asked again. */
export type Unknown = Extract<WalletAnswer, { kind: 'unknown' }>;

/**
 * Adds the available balance to a refused debit or hold of a reversal, which then takes what is
 * available.
 */
export async function addBalance(
  wallet: RemoteWallet,
  { reversal_id, kind, currency }: Operation,
  answer: Exclude<WalletAnswer, { kind: 'unknownOperation' }>,
  player: WalletPlayer,
): Promise<FinalAnswer | Unknown> {
  const isShort = answer.kind === 'refused' && answer.reason === 'insufficient';
  if (!isShort || reversal_id === null || !takesBack(kind)) return answer;
  const balance = await wallet.balance(player, currency);
  if (balance !== null) return { ...answer, balance };
  return {
    kind: 'unknown',
    detail: 'the balance is insufficient, and the wallet did not report it',
  };
}

/** Applies a wallet's response to an operation of a reversal, in the caller's transaction. */
export async function finishReversal(
  core: Core,
  tx: Tx,
  operation: Operation,
  answer: FinalAnswer,
): Promise<null> {
  const reversal = await lockReversal(tx, operation.brand_id, operation.reversal_id ?? '');
  if (!(await recordAnswer(core, tx, operation, answer))) return null;
  if (!takesBack(operation.kind)) {
    if (answer.kind === 'refused') logRefusal(core, operation);
    return null;
  }
  const next = {
    brandId: reversal.brand_id,
    playerId: reversal.player_id,
    reversalId: reversal.id,
    purpose: readPurpose(operation),
  };
  const money = { amount: operation.amount, currency: operation.currency };
  if (answer.kind === 'done') {
    await bookReversal(core, tx, reversal, operation.amount);
    if (operation.kind === 'debit') return null;
    const capture = {
      id: reversal.capture_id,
      kind: 'capture',
      money,
      holdId: operation.id,
    } as const;
    await enqueueOperation(core, tx, { ...next, ...capture });
    return null;
  }
  if (answer.isUnknownOperation) {
    await enqueueOperation(core, tx, { ...next, id: uuidv7(), kind: 'hold', money });
    return null;
  }
  const rest = await planSmallerDebit(tx, reversal, answer);
  const { kind } = operation;
  if (rest === null) await bookReversal(core, tx, reversal, '0');
  else await enqueueOperation(core, tx, { ...next, id: uuidv7(), kind, money: rest });
  return null;
}

/**
 * Returns the amount of a smaller debit; null if nothing is available or there were enough debits.
 */
async function planSmallerDebit(
  tx: Tx,
  reversal: Reversal,
  { balance = '0' }: Extract<FinalAnswer, { kind: 'refused' }>,
): Promise<Money | null> {
  if (compareDecimals(balance, '0') <= 0) return null;
  const { debits } = await tx
    .selectFrom('wallet_operations')
    .select((expression) => expression.fn.countAll<string>().as('debits'))
    .where('brand_id', '=', reversal.brand_id)
    .where('reversal_id', '=', reversal.id)
    .where('kind', 'in', ['debit', 'hold'])
    .executeTakeFirstOrThrow();
  if (Number(debits) >= mostDebits) return null;
  const isEnough = compareDecimals(balance, reversal.account_amount) >= 0;
  const amount = isEnough ? reversal.account_amount : balance;
  return { amount, currency: reversal.account_currency };
}

/**
 * Logs a refused operation that must happen: by the ledger the money has moved or was released. The
 * wallet and the ledger differ until the operator retries the operation.
 */
export function logRefusal(core: Core, operation: Operation): void {
  const { id, kind, withdrawal_id, reversal_id, refund_id } = operation;
  const fields = {
    transferId: id,
    kind,
    withdrawalId: withdrawal_id,
    reversalId: reversal_id,
    refundId: refund_id,
  };
  core.log.error(fields, 'the wallet refused an operation that must happen');
}
