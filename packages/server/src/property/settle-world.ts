import { CallError } from '@kassa/contract';
import type { Core } from '../core.ts';
import { isOpen } from '../deposits/deposit.machine.ts';
import { surprising } from '../deposits/evidence.ts';
import { processNotification } from '../inbox/process-notification.ts';
import { isSettled } from '../withdrawals/withdrawal.machine.ts';
import { listDeposits, listPayments, listWithdrawals } from './choose.ts';
import { approve, resolveByTruth, resolveParked } from './operator-steps.ts';
import { arriveLate } from './provider-steps.ts';
import { sweeps } from './run-round.ts';
import { deliver, startLife, type World } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Past every lease, the patience with an absent payout, a deposit's lifetime, the longest pause. */
const pauses = [2 * minute, 16 * minute, 32 * minute, 3 * hour, 7 * hour, 7 * hour];

/**
 * Lets everything come to rest: all processes start anew, provider and wallet are well again, time
 * passes, the sweeps run. First nothing that was lost is sent again: what Kassa finds by asking it
 * must find. Then the provider repeats itself and the operator decides what waits for them.
 */
export async function settleWorld(world: World): Promise<void> {
  await heal(world);
  const { core } = world.lives[0];
  await advance(world, core, minute);
  turnOutPaid(world);
  for (const pause of pauses) {
    await advance(world, core, pause);
    if (await isQuiet(world)) break;
  }
  // The longest pause once more, for what has ended without money and is still asked about.
  await advance(world, core, 25 * hour);
  await expectFound(world);
  world.provider.queue.push(...world.provider.lost.splice(0));
  for (const pause of [minute, 2 * hour, 3 * hour, 7 * hour]) {
    await decide(world, core);
    await advance(world, core, pause);
    if (await isQuiet(world)) break;
  }
  // What spoke of money that never came is left to a person after three days.
  await advance(world, core, 75 * hour);
  await decide(world, core);
  await advance(world, core, 2 * hour);
  if (!(await isQuiet(world))) world.findings.push('it never comes to rest');
}

async function heal(world: World): Promise<void> {
  for (const number of [0, 1] as const) {
    await world.lives[number].mortal.bury();
    world.lives[number] = startLife(world);
  }
  world.mood.faults = [];
  if (world.wallet !== null) world.wallet.faults = [];
  arriveLate(world);
}

/** Every other payout that failed was paid after all; the next one even came back then. */
function turnOutPaid({ provider }: World): void {
  const failed = [...provider.payouts.values()].filter(({ status }) => status === 'failed');
  for (const [index, payout] of failed.entries()) {
    if (index % 2 === 1) continue;
    provider.movePayout(payout, 'completed');
    if (index % 4 === 2) provider.movePayout(payout, 'returned');
  }
}

/** Time passes; what was sent arrives, payouts end, every job looks at what is due. */
async function advance(world: World, core: Core, ms: number): Promise<void> {
  const { provider } = world;
  world.pass(ms);
  for (const payout of provider.payouts.values()) {
    if (payout.status === 'sent') provider.movePayout(payout, 'completed');
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
  const withdrawals = await listWithdrawals(world);
  return (
    waits.length === 0 &&
    provider.queue.length === 0 &&
    deposits.every(({ status }) => !isOpen(status) && status !== 'crediting') &&
    withdrawals.every(({ status }) => isSettled(status) || status === 'inReview')
  );
}

/**
 * A lost notification loses no money: what arrived for a deposit that had none is found by asking, and
 * so is what became of a payout.
 */
async function expectFound(world: World): Promise<void> {
  const known = new Set((await listPayments(world)).map(({ deposit_id }) => deposit_id));
  for (const { id, status } of await listDeposits(world)) {
    const isPaid = (world.provider.deposits.get(id)?.receipts.length ?? 0) > 0;
    if (isPaid && !known.has(id)) {
      world.findings.push(`deposit ${id} (${status}) was paid and never found`);
    }
  }
  for (const { id, status } of await listWithdrawals(world)) {
    const payout = world.provider.payouts.get(id);
    const hasEnded = payout !== undefined && payout.status !== 'sent';
    if (hasEnded && !isSettled(status) && status !== 'inReview') {
      world.findings.push(`withdrawal ${id} (${status}) was ${payout.status} and never found`);
    }
  }
}

/** The operator works through what waits for them. */
async function decide(world: World, core: Core): Promise<void> {
  for (const payment of await listPayments(world)) {
    if (payment.status !== 'parked') continue;
    await resolveSomehow(world, core, payment.id);
  }
  for (const withdrawal of await listWithdrawals(world)) {
    if (withdrawal.status !== 'inReview') continue;
    const isKnown = world.provider.payouts.has(withdrawal.id);
    await tolerate(
      isKnown ? resolveByTruth(world, core, withdrawal) : approve(world, core, withdrawal.id),
    );
  }
  await retrySurprising(world, core);
}

/** Credited if it can be, at the operator's rate where there is none; else given back. */
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

/** The operator's "process it again", of all that led to nothing. */
async function retrySurprising(world: World, core: Core): Promise<void> {
  const rows = await world.db
    .updateTable('provider_notifications')
    .set({ processed_at: null, outcome: null, next_attempt_at: world.now() })
    .where('brand_id', '=', world.brandId)
    .where('outcome', 'in', [...surprising])
    .returning('id')
    .execute();
  if (rows.length > 0) world.seen.add('a notification waited for a person');
  for (const { id } of rows) await processNotification(core, id);
}

/** An act that no longer fits is refused, and that is all. */
async function tolerate(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
  });
}
