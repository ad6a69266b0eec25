import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import { processNotification } from '../../money/provider-events/process-notification.ts';
import { isOpen } from '../../money/states/deposit.machine.ts';
import { openRefundStatuses } from '../../money/states/refund.machine.ts';
import { isSettled } from '../../money/states/withdrawal.machine.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { unexpectedOutcomes } from '../../providers/evidence.ts';
import { listDeposits, listPayments, listRefunds, listWithdrawals } from './choose.ts';
import { findMissed, isPayoutListed } from './find-missed.ts';
import { findPayable } from './find-payable.ts';
import { loadStoredRows } from './load-stored-rows.ts';
import { approve, resolveByTruth, resolveParked, retryRefused } from './operator-steps.ts';
import { takeUnblock } from './protection-steps.ts';
import { arriveLate } from './provider-steps.ts';
import { resolveRefundByTruth } from './refund-steps.ts';
import { sweeps } from './run-round.ts';
import { deliver, startProcess, type World } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
/**
 * Pauses: past every lease and a deposit's lifetime; past every back-off; past the last status
 * request of a deposit; past the one that follows if a wallet performed what that one found.
 */
const pauses = [32 * minute, 7 * hour, 73 * hour, minute];
/** A deposit is followed up for this long after its creation. */
const askedForMs = 72 * hour;
/** A chain of consequences takes a few rounds. */
const mostRounds = 6;

/**
 * Lets the world settle: all processes restart, provider and wallet work again, time passes, the
 * sweeps run. At first no lost notification is sent again: status requests must find what Kassa can
 * find by them. Then the provider resends the lost ones and the operator resolves what waits.
 */
export async function settleWorld(world: World): Promise<void> {
  await heal(world);
  const healedAt = world.now();
  const { core } = world.processes[0];
  const askedFrom = new Date(world.now().getTime() - askedForMs);
  await advance(world, core, minute);
  payFailedPayouts(world);
  chargeBackLate(world);
  for (const pause of pauses) await advance(world, core, pause);
  world.findings.push(...(await findMissed(world, askedFrom)));
  world.findings.push(...(await findPayable(world, healedAt)));
  for (const player of world.players.keys()) await takeUnblock(world, core, { player });
  world.provider.queue.push(...world.provider.lost.splice(0));
  for (let round = 0; round < mostRounds; round += 1) {
    const hasDecided = await decide(world, core);
    if (!hasDecided && (await isQuiet(world))) return;
    // An event about money that never came is left to a person after three days.
    await advance(world, core, round < 2 ? 7 * hour : 75 * hour);
  }
  world.findings.push('the world never settles');
}

async function heal(world: World): Promise<void> {
  for (const number of [0, 1] as const) {
    await world.processes[number].killable.end();
    world.processes[number] = startProcess(world);
  }
  world.mood.faults = [];
  if (world.wallet !== null) world.wallet.faults = [];
  arriveLate(world);
}

/**
 * Every other failed payout is paid after all; every other one of those is returned then. Every
 * other failed refund is done after all.
 */
function payFailedPayouts({ provider }: World): void {
  const failed = [...provider.payouts.values()].filter(({ status }) => status === 'failed');
  for (const [index, payout] of failed.entries()) {
    if (index % 2 === 1) continue;
    provider.movePayout(payout, 'completed');
    if (index % 4 === 2) provider.movePayout(payout, 'returned');
  }
  const refunds = [...provider.refunds.values()].filter(({ status }) => status === 'failed');
  for (const [index, refund] of refunds.entries()) {
    if (index % 2 === 0) provider.moveRefund(refund, 'completed');
  }
}

/** Reverses every third receipt by a chargeback, when its money may long be spent. */
function chargeBackLate({ provider }: World): void {
  for (const [index, receipt] of provider.receipts.entries()) {
    if (index % 3 === 2) provider.reverse(receipt, 'chargeback', receipt.money);
  }
}

/** Lets time pass: notifications arrive, payouts complete, every sweep runs once. */
async function advance(world: World, core: Core, ms: number): Promise<void> {
  const { provider } = world;
  world.pass(ms);
  for (const payout of provider.payouts.values()) {
    if (payout.status === 'sent') provider.movePayout(payout, 'completed');
  }
  for (const refund of provider.refunds.values()) {
    if (refund.status === 'sent') provider.moveRefund(refund, 'completed');
  }
  for (const notification of [...provider.queue]) await deliver(world, core, notification);
  for (const sweep of Object.values(sweeps)) await sweep(core);
}

/** Whether nothing waits for time to pass. */
async function isQuiet(world: World): Promise<boolean> {
  const { db, brandId, provider } = world;
  const waits = await db
    .selectFrom('provider_notifications')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('processed_at', 'is', null)
    .unionAll(
      db
        .selectFrom('wallet_operations')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('status', '=', 'pending'),
    )
    .execute();
  const deposits = await listDeposits(world);
  const refunds = await listRefunds(world);
  const withdrawals = await listWithdrawals(world);
  return (
    waits.length === 0 &&
    provider.queue.length === 0 &&
    deposits.every(({ status }) => !isOpen(status) && status !== 'crediting') &&
    refunds.every(({ status }) => !openRefundStatuses.includes(status)) &&
    withdrawals.every(({ status }) => isSettled(status) || status === 'inReview')
  );
}

/** The operator resolves everything that waits for a person. Returns whether there was anything. */
async function decide(world: World, core: Core): Promise<boolean> {
  const parked = (await listPayments(world)).filter(({ status }) => status === 'parked');
  for (const { id } of parked) await resolveSomehow(world, core, id);
  const inReview = (await listWithdrawals(world)).filter(({ status }) => status === 'inReview');
  for (const withdrawal of inReview) {
    const isKnown = world.provider.payouts.has(withdrawal.id);
    await tolerate(
      isKnown ? resolveByTruth(world, core, withdrawal) : approve(world, core, withdrawal.id),
    );
  }
  const refunds = (await listRefunds(world)).filter(({ status }) => status === 'inReview');
  for (const refund of refunds) await tolerate(resolveRefundByTruth(world, core, refund));
  const misreported = await resolveMisreported(world, core);
  const refused = await retryRefused(world, core);
  const surprises = await retrySurprising(world, core);
  return parked.length + inReview.length + refunds.length + misreported + refused + surprises > 0;
}

/**
 * Resolves the withdrawals whose payouts the provider reports with other money, as far as they are
 * listed for the operator. Returns their number.
 */
async function resolveMisreported(world: World, core: Core): Promise<number> {
  const stored = await loadStoredRows(world);
  let count = 0;
  for (const withdrawal of stored.withdrawals) {
    const payout = world.provider.payouts.get(withdrawal.id);
    if (payout === undefined || payout.status === withdrawal.status) continue;
    if (!isPayoutListed(stored, payout)) continue;
    await tolerate(resolveByTruth(world, core, withdrawal));
    world.seen.add('the operator resolved a payout of other money');
    count += 1;
  }
  return count;
}

/** Credits a parked receipt, at the operator's rate if there is no other; otherwise returns it. */
async function resolveSomehow(world: World, core: Core, paymentId: string): Promise<void> {
  for (const how of ['credit', 'creditAtRate', 'return'] as const) {
    try {
      await resolveParked(world, core, paymentId, how);
      return;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }
}

/**
 * Retries all notifications without effect, as the operator can. Returns how many had an effect.
 */
async function retrySurprising(world: World, core: Core): Promise<number> {
  const rows = await world.db
    .updateTable('provider_notifications')
    .set({ processed_at: null, outcome: null, next_attempt_at: world.now() })
    .where('brand_id', '=', world.brandId)
    .where('outcome', 'in', [...unexpectedOutcomes])
    .returning('id')
    .execute();
  if (rows.length > 0) world.seen.add('a notification waited for a person');
  for (const { id } of rows) await processNotification(core, id);
  const again = await world.db
    .selectFrom('provider_notifications')
    .select('id')
    .where('brand_id', '=', world.brandId)
    .where('outcome', 'in', [...unexpectedOutcomes])
    .execute();
  return rows.length - again.length;
}

/** Ignores the rejection of an act that no longer fits the status. */
async function tolerate(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof CallError || error instanceof OperatorError)) throw error;
  });
}
