import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { completeBonus } from '../../money/bonuses/complete-bonus.ts';
import { cancelAtProvider } from '../../money/provider-events/follow-up-deposit.ts';
import { mustHappen, retryOperation } from '../../money/provider-events/retry-operation.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import { correctBalance } from '../../operator/acts/correct-balance.ts';
import {
  confirmDeposit,
  declineDeposit,
  type Resolution,
  resolveParkedPayment,
} from '../../operator/acts/deposit-acts.ts';
import { refundDeposit } from '../../operator/acts/refund-deposit.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  resolveWithdrawal,
} from '../../operator/acts/withdrawal-acts.ts';
import type { ActOf } from './acts.ts';
import {
  amountOf,
  choose,
  choosePlayer,
  listBonuses,
  listDeposits,
  listPayments,
  listWithdrawals,
  ownerOf,
} from './choose.ts';
import type { Receipt } from './provider-records.ts';
import { half, takeBackFrom } from './provider-steps.ts';
import type { World } from './world.ts';

/*
 * Acts of an operator in good faith: they confirm real receipts, and resolve a payout with the
 * provider's status. They may be late, impossible or repeated.
 */

const by = (world: World) => ({ brandId: world.brandId, actor: 'desk', reason: 'as seen' });

/** Runs an act like the operator API: in one transaction, then pushes and wallet operations. */
async function act(
  core: Core,
  run: (tx: Tx) => Promise<Deposit | Withdrawal>,
): Promise<Deposit | Withdrawal> {
  const changed = await core.db.transaction().execute(run);
  publish(core, changed);
  await performOperationsOf(core, { brandId: changed.brand_id, subjectId: changed.id });
  return changed;
}

/** The operator confirms a receipt that the provider's own back office shows. */
export async function takeConfirm(
  world: World,
  core: Core,
  { receipt: index, hasReference }: ActOf<'confirm'>,
): Promise<void> {
  const receipt = choose(world.provider.receipts, index);
  if (receipt === undefined) return;
  const { id, account, depositId, money } = receipt;
  const reference = hasReference ? { providerReference: id } : {};
  await act(core, (tx) =>
    confirmDeposit(core, tx, { ...by(world), account, depositId, money, ...reference }),
  );
  world.seen.add(`confirmed ${hasReference ? 'by reference' : 'by amount'}`);
}

export async function takeDecline(
  world: World,
  core: Core,
  { deposit: index }: ActOf<'decline'>,
): Promise<void> {
  const deposit = choose(await listDeposits(world), index);
  if (deposit === undefined) return;
  const declined = await core.db
    .transaction()
    .execute((tx) => declineDeposit(core, tx, { ...by(world), depositId: deposit.id }));
  await cancelAtProvider(core, declined);
}

/**
 * A refund by the operator's own bank, or by the provider, which then sends an event of it, too.
 */
export async function takeRefund(
  world: World,
  core: Core,
  { receipt: index, part, how }: ActOf<'refund'>,
): Promise<void> {
  const receipt = choose(world.provider.receipts, index);
  if (receipt === undefined) return;
  const { depositId } = receipt;
  const named = await nameReceipt(world, receipt);
  if (named === null) return;
  const money = part === 'whole' ? receipt.money : half(receipt.money);
  const isOutside = how === 'outside';
  const reversal = isOutside ? null : takeBackFrom(world.provider, receipt, 'refund', part);
  if (!isOutside && reversal === null) return;
  const isNamed = reversal !== null && how === 'byProviderNamed';
  const reference = isNamed ? { providerReference: reversal.id } : {};
  await act(core, (tx) =>
    refundDeposit(core, tx, { ...by(world), depositId, money, ...named, ...reference }),
  );
  world.seen.add(`refunded ${how}`);
}

/** An operator names the receipt if the deposit has several payments; null if Kassa lacks it yet. */
async function nameReceipt(
  world: World,
  { id, depositId }: Receipt,
): Promise<{ paymentId?: string } | null> {
  const payments = world.provider.deposits.filter((it) => it.depositId === depositId);
  if (payments.length < 2) return {};
  const row = (await listPayments(world)).find((it) => it.provider_payment_id === id);
  return row === undefined ? null : { paymentId: row.id };
}

export async function takeResolveParked(
  world: World,
  core: Core,
  { payment: index, how }: ActOf<'resolveParked'>,
): Promise<void> {
  const parked = (await listPayments(world)).filter(({ status }) => status === 'parked');
  const payment = choose(parked, index);
  if (payment === undefined) return;
  await resolveParked(world, core, payment.id, how);
  world.seen.add(`parked: ${how}`);
}

export function resolveParked(
  world: World,
  core: Core,
  paymentId: string,
  how: ActOf<'resolveParked'>['how'],
) {
  const resolutions: Record<typeof how, Resolution> = {
    credit: { kind: 'credit', isAboveLimit: true },
    creditAtRate: { kind: 'credit', rate: '0.25', isAboveLimit: true },
    return: { kind: 'return' },
  };
  return act(core, (tx) =>
    resolveParkedPayment(core, tx, { ...by(world), paymentId, resolution: resolutions[how] }),
  );
}

export async function takeApprove(
  world: World,
  core: Core,
  { withdrawal: index }: ActOf<'approve'>,
): Promise<void> {
  const withdrawal = choose(await listWithdrawals(world), index);
  if (withdrawal !== undefined) await approve(world, core, withdrawal.id);
}

/** Approves a withdrawal. For one that was sent before, this allows a second send. */
export async function approve(world: World, core: Core, withdrawalId: string): Promise<void> {
  await act(core, async (tx) => {
    const approved = await approveWithdrawal(core, tx, { ...by(world), withdrawalId });
    world.provider.unclear.delete(withdrawalId);
    return approved;
  });
}

export async function takeReject(
  world: World,
  core: Core,
  { withdrawal: index }: ActOf<'reject'>,
): Promise<void> {
  const withdrawal = choose(await listWithdrawals(world), index);
  if (withdrawal === undefined) return;
  const { id: withdrawalId } = withdrawal;
  await act(core, (tx) => rejectWithdrawal(core, tx, { ...by(world), withdrawalId }));
}

export async function takeResolveWithdrawal(
  world: World,
  core: Core,
  { withdrawal: index }: ActOf<'resolveWithdrawal'>,
): Promise<void> {
  const withdrawal = choose(await listWithdrawals(world), index);
  if (withdrawal !== undefined) await resolveByTruth(world, core, withdrawal);
}

/** The operator's platform reports that a player has done the wagering of an accrued bonus. */
export async function takeCompleteBonus(
  world: World,
  core: Core,
  { bonus: index }: ActOf<'completeBonus'>,
): Promise<void> {
  const bonus = choose(await listBonuses(world, 'accrued'), index);
  if (bonus === undefined) return;
  await core.db.transaction().execute((tx) => completeBonus(core, tx, ownerOf(bonus), bonus.id));
}

/** The operator corrects a player's balance, as far as it goes. */
export async function takeCorrect(
  world: World,
  core: Core,
  { player: index, direction, cents }: ActOf<'correct'>,
): Promise<void> {
  const { playerId, currency } = choosePlayer(world, index);
  const { brandId, actor, reason } = by(world);
  const money = { amount: amountOf(cents, currency), currency };
  const act = { id: uuidv7(), brandId, playerId, direction, money, actor, reason };
  await core.db.transaction().execute((tx) => correctBalance(core, tx, act));
  await performOperationsOf(core, { brandId, subjectId: act.id });
}

/** Resolves a withdrawal with the provider's real status, unless the payout is still on its way. */
export async function resolveByTruth(
  world: World,
  core: Core,
  { id: withdrawalId, status }: Withdrawal,
): Promise<void> {
  const payout = world.provider.payouts.get(withdrawalId);
  const truth = payout?.status ?? 'failed';
  const isMoving = truth === 'sent' || status === 'sending' || status === 'approved';
  if (isMoving || (payout === undefined && world.provider.late.length > 0)) return;
  const resolved = { ...by(world), withdrawalId, status: truth };
  await act(core, (tx) => resolveWithdrawal(core, tx, resolved));
  world.seen.add(`resolved as ${truth}`);
}

/** Retries the refused wallet operations that must happen. Returns their number. */
export async function retryRefused(world: World, core: Core): Promise<number> {
  const { db, brandId } = world;
  const refused = await db
    .selectFrom('wallet_operations')
    .select(['id', 'withdrawal_id', 'reversal_id', 'deposit_id'])
    .where('brand_id', '=', brandId)
    .where(mustHappen)
    .execute();
  for (const { id: operationId, withdrawal_id, reversal_id, deposit_id } of refused) {
    const retry = { ...by(world), operationId };
    const { kind } = await core.db.transaction().execute((tx) => retryOperation(core, tx, retry));
    world.seen.add(`wallet operation ${kind}`);
    const subjectId = withdrawal_id ?? reversal_id ?? deposit_id;
    if (subjectId !== null) await performOperationsOf(core, { brandId, subjectId });
  }
  return refused.length;
}
