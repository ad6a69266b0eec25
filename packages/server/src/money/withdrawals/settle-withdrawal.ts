import type { Money, WithdrawalStatus } from '@kassa/contract';
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
    providerReference,
  }: {
    reason: string;
    fee: Money | null;
    /** Null if unknown; a known reference is kept. */
    providerReference: string | null;
  },
): Promise<Withdrawal | null> {
  const provider_reference = providerReference ?? withdrawal.provider_reference;
  const moved = await moveWithdrawal(core, tx, withdrawal, 'completed', {
    reason,
    changes: { provider_reference },
  });
  if (moved === null) return null;
  const lines = [
    ...moveMoney(moneyOf(moved), heldAccount(moved), clearingAccount(moved)),
    ...feeLines(moved.connector, fee),
  ];
  await post(tx, moved, { id: moved.settle_id, kind: 'capture', lines });
  await enqueueOperation(core, tx, settlement(moved, 'capture'));
  return moved;
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
  const isAsked = await enqueueOperation(core, tx, {
    id: moved.return_id,
    brandId: moved.brand_id,
    playerId: moved.player_id,
    kind: 'credit',
    money: moneyOf(moved),
    purpose: purposeOf('withdrawal', moved),
    withdrawalId: moved.id,
  });
  if (!isAsked) await bookReturn(core, tx, moved);
  return moved;
}

/** Books the returned money to the player. */
export async function bookReturn(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const lines = moveMoney(
    moneyOf(withdrawal),
    clearingAccount(withdrawal),
    balanceAccount(core, withdrawal),
  );
  await post(tx, withdrawal, { id: withdrawal.return_id, kind: 'return', lines });
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

export function moneyOf({ amount, currency }: Withdrawal): Money {
  return { amount, currency };
}

/** Returns what a payout is to bring; in rows of older releases the amount itself. */
export function payoutMoneyOf({
  amount,
  currency,
  payout_amount,
  payout_currency,
}: Withdrawal): Money {
  return { amount: payout_amount ?? amount, currency: payout_currency ?? currency };
}

function heldAccount({ player_id }: Withdrawal): AccountRef {
  return { kind: 'held', owner: player_id };
}

function clearingAccount({ connector }: Withdrawal): AccountRef {
  return { kind: 'clearing', owner: connector };
}
