import type { Money, RefundStatus } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { resumeFollowUp } from '../../ground/sweeps/find-due.ts';
import { moveMoney, postTransfer } from '../ledger/transfers.ts';
import { enqueueOperation, purposeOf, readPurpose } from '../wallet/operations.ts';
import { balanceAccount } from '../wallet/wallets.ts';
import { moveRefund } from './move-refund.ts';

/*
 * The money of a refund: held before the provider is asked, then taken by the reversal of the
 * receipt, or released. An operator's wallet is debited for the hold, and credited for the release.
 * The caller has locked deposit, player and refund.
 */

/**
 * Holds the money of a new refund and approves it: at once in Kassa's own ledger, or as soon as the
 * operator's wallet was debited. Nothing is held for a receipt that was never credited.
 */
export async function holdRefund(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  refund: Refund,
): Promise<Refund> {
  const money = heldMoney(refund);
  if (money === null) return approveRefund(core, tx, refund, 'no balance has the money');
  const isAsked = await enqueueOperation(core, tx, {
    ...ownerOf(refund),
    id: refund.hold_id,
    kind: 'debit',
    money,
    purpose: purposeOf('refund', deposit),
  });
  return isAsked ? refund : admitRefund(core, tx, refund);
}

/** Books the hold of a refund whose money is held, and approves it. */
export async function admitRefund(core: Core, tx: Tx, refund: Refund): Promise<Refund> {
  const money = requireHeld(refund);
  const lines = moveMoney(money, balanceAccount(core, refund), heldAccount(refund));
  await postTransfer(tx, {
    id: refund.hold_id,
    brandId: refund.brand_id,
    kind: 'hold',
    depositId: refund.deposit_id,
    lines,
  });
  return approveRefund(core, tx, refund, 'the money is held');
}

function approveRefund(core: Core, tx: Tx, refund: Refund, reason: string): Promise<Refund> {
  return moveRefund(core, tx, refund, 'approved', {
    reason,
    changes: { next_check_at: core.now() },
  });
}

/** Ends a refund that was certainly not done, and releases its hold. */
export async function releaseRefund(
  core: Core,
  tx: Tx,
  refund: Refund,
  reason: string,
  changes: { provider_reference?: string | null } = {},
): Promise<Refund> {
  const to: RefundStatus = 'failed';
  const moved = await moveRefund(core, tx, refund, to, { reason, changes });
  await resumeDeposit(core, tx, moved);
  const money = heldMoney(moved);
  if (money === null) return moved;
  await postTransfer(tx, {
    id: moved.settle_id,
    brandId: moved.brand_id,
    kind: 'release',
    depositId: moved.deposit_id,
    lines: moveMoney(money, heldAccount(moved), balanceAccount(core, moved)),
  });
  await creditBack(core, tx, moved, money);
  return moved;
}

/** Ends a refund whose money the operator's wallet has refused to give. */
export async function rejectRefund(
  core: Core,
  tx: Tx,
  refund: Refund,
  reason: string,
): Promise<void> {
  await moveRefund(core, tx, refund, 'rejected', { reason });
  await resumeDeposit(core, tx, refund);
}

/** Asks for the deposit's status again: a chargeback may have waited for the end of the refund. */
function resumeDeposit(core: Core, tx: Tx, { brand_id, deposit_id }: Refund): Promise<void> {
  return resumeFollowUp(tx, { id: deposit_id, brand_id }, core.now());
}

/** Queues the return of the money to the operator's wallet, if that was debited. */
async function creditBack(core: Core, tx: Tx, refund: Refund, money: Money): Promise<void> {
  const debit = await tx
    .selectFrom('wallet_operations')
    .select(['purpose', 'reference', 'payment_type'])
    .where('brand_id', '=', refund.brand_id)
    .where('id', '=', refund.hold_id)
    .executeTakeFirst();
  if (debit === undefined) {
    if (core.walletOf(refund.brand_id).remote === null) return;
    const fields = { refundId: refund.id, ...money };
    core.log.error(fields, 'a refund held its money in another wallet: it must be credited there');
    return;
  }
  await enqueueOperation(core, tx, {
    ...ownerOf(refund),
    id: refund.settle_id,
    kind: 'credit',
    money,
    purpose: readPurpose(debit),
  });
}

/** The account in which the money of an open refund is held. */
export function heldAccount({ player_id }: Pick<Refund, 'player_id'>) {
  return { kind: 'held' as const, owner: player_id };
}

function ownerOf({ id, brand_id, player_id, deposit_id }: Refund) {
  return { brandId: brand_id, playerId: player_id, depositId: deposit_id, refundId: id };
}

function heldMoney({ account_amount, account_currency }: Refund): Money | null {
  if (account_amount === null || account_currency === null) return null;
  return { amount: account_amount, currency: account_currency };
}

function requireHeld(refund: Refund): Money {
  const money = heldMoney(refund);
  if (money === null) throw new Error(`Refund ${refund.id} holds no money.`);
  return money;
}
