import type { Decimal, Money, WithdrawalStatus } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { TransferKind } from '../../ground/database/tables/ledger.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import {
  type AccountRef,
  feeLines,
  type Line,
  moveMoney,
  postTransfer,
} from '../ledger/transfers.ts';
import { enqueueOperation, purposeOf } from '../wallet/operations.ts';
import { balanceAccount } from '../wallet/wallets.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { moneyOf, payoutLines, restLines, restOf, returnLines, spentOf } from './payout-money.ts';

/*
 * The money of a withdrawal: held when it is requested, then captured once the provider has paid,
 * or released. The caller has locked withdrawal and player.
 */

/** Books the hold: the player can no longer spend the money. */
export async function bookHold(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const lines = moveMoney(
    moneyOf(withdrawal),
    balanceAccount(core, withdrawal),
    heldAccount(withdrawal),
  );
  await post(tx, withdrawal, { id: withdrawal.hold_id, kind: 'hold', lines });
}

/**
 * Books a paid withdrawal and captures its hold. Returns null if another transaction moved it
 * first.
 */
export async function completeWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  {
    reason,
    fee,
    paidInPart = null,
    providerReference,
  }: {
    reason: string;
    /** What the provider kept, besides the withdrawal's own fee. */
    fee: Money | null;
    /** What was paid, in the payout's currency, if it is less than asked for. */
    paidInPart?: Decimal | null;
    /** Null if unknown; a known reference is kept. */
    providerReference: string | null;
  },
): Promise<Withdrawal | null> {
  const provider_reference = providerReference ?? withdrawal.provider_reference;
  const moved = await moveWithdrawal(core, tx, withdrawal, 'completed', {
    reason,
    changes: {
      provider_reference,
      ...(paidInPart !== null && { paid_amount: paidInPart, rest_id: uuidv7() }),
    },
  });
  if (moved === null) return null;
  const lines = [
    ...payoutLines(moved, [{ account: heldAccount(moved), amount: moved.amount }]),
    ...feeLines(moved.connector, fee),
  ];
  await post(tx, moved, { id: moved.settle_id, kind: 'capture', lines });
  await enqueueOperation(core, tx, settlement(moved, 'capture'));
  await giveRestBack(core, tx, moved);
  return moved;
}

/** Gives the player the rest of a withdrawal that was paid in part. */
async function giveRestBack(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { rest_id: id } = withdrawal;
  const rest = restOf(withdrawal);
  if (id === null || rest === null) return;
  const isAsked = await enqueueOperation(core, tx, creditOf(withdrawal, id, rest));
  if (!isAsked) await bookRest(core, tx, withdrawal);
}

/**
 * Books a withdrawal that won't be paid and releases its hold. Null if another transaction moved it
 * first.
 */
export async function releaseWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  to: Extract<WithdrawalStatus, 'rejected' | 'canceled' | 'failed'>,
  reason: string,
): Promise<Withdrawal | null> {
  const moved = await moveWithdrawal(core, tx, withdrawal, to, { reason });
  if (moved === null) return null;
  const lines = moveMoney(moneyOf(moved), heldAccount(moved), balanceAccount(core, moved));
  await post(tx, moved, { id: moved.settle_id, kind: 'release', lines });
  await enqueueOperation(core, tx, settlement(moved, 'release'));
  return moved;
}

/** Books a withdrawal that was paid and returned. Null if another transaction moved it first. */
export async function returnWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { reason, providerReference }: { reason: string; providerReference: string | null },
): Promise<Withdrawal | null> {
  const completed =
    withdrawal.status === 'completed'
      ? withdrawal
      : await completeWithdrawal(core, tx, withdrawal, {
          reason: 'the provider paid it',
          fee: null,
          providerReference,
        });
  if (completed === null) return null;
  const moved = await moveWithdrawal(core, tx, completed, 'returned', { reason });
  if (moved === null) return null;
  const money = { amount: spentOf(moved), currency: moved.currency };
  const isAsked = await enqueueOperation(core, tx, creditOf(moved, moved.return_id, money));
  if (!isAsked) await bookReturn(core, tx, moved);
  return moved;
}

/**
 * Books money that the operator's wallet has credited to the player: that of a payout that came
 * back, or the rest of one that was paid in part.
 */
export function bookCredited(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  operationId: string,
): Promise<void> {
  return operationId === withdrawal.rest_id
    ? bookRest(core, tx, withdrawal)
    : bookReturn(core, tx, withdrawal);
}

/** Books the returned money to the player, with the fee. */
async function bookReturn(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const lines = returnLines(withdrawal, balanceAccount(core, withdrawal));
  await post(tx, withdrawal, { id: withdrawal.return_id, kind: 'return', lines });
}

async function bookRest(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const rest = restOf(withdrawal);
  if (withdrawal.rest_id === null || rest === null) {
    throw new Error(`Withdrawal ${withdrawal.id} was not paid in part`);
  }
  const lines = restLines(withdrawal, rest, balanceAccount(core, withdrawal));
  await post(tx, withdrawal, { id: withdrawal.rest_id, kind: 'return', lines });
}

function post(
  tx: Tx,
  { id, brand_id }: Withdrawal,
  transfer: { id: string; kind: TransferKind; lines: Line[] },
): Promise<void> {
  return postTransfer(tx, { ...transfer, brandId: brand_id, withdrawalId: id });
}

/** Builds the wallet operation that captures or releases the hold. */
function settlement(withdrawal: Withdrawal, kind: 'capture' | 'release') {
  return {
    id: withdrawal.settle_id,
    brandId: withdrawal.brand_id,
    playerId: withdrawal.player_id,
    kind,
    money: moneyOf(withdrawal),
    purpose: purposeOf('withdrawal', withdrawal),
    holdId: withdrawal.hold_id,
    withdrawalId: withdrawal.id,
  };
}

/** Builds the wallet operation that gives money of the withdrawal back to the player. */
function creditOf(withdrawal: Withdrawal, id: string, money: Money) {
  return {
    id,
    brandId: withdrawal.brand_id,
    playerId: withdrawal.player_id,
    kind: 'credit' as const,
    money,
    purpose: purposeOf('withdrawal', withdrawal),
    withdrawalId: withdrawal.id,
  };
}

function heldAccount({ player_id }: Withdrawal): AccountRef {
  return { kind: 'held', owner: player_id };
}
