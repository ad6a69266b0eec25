import { type SqlBool, sql } from 'kysely';
import type { StatusOutcome } from '../../connectors/connector-outcome.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { claimDue, type DueLane, endFollowUp, findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { askProvider, countAllowed, noRefunds } from '../../providers/ask-provider.ts';
import type { Applied } from '../../providers/evidence.ts';
import { lockRefund } from '../refunds/load-refund.ts';
import { moveRefund } from '../refunds/move-refund.ts';
import { planNextCheck } from '../refunds/plan-next-check.ts';
import { planRepeat } from '../withdrawals/plan-next-check.ts';
import { applyRefund } from './apply-refund.ts';
import { recordUnexpected } from './inbox.ts';
import { loadRef, refundRequestOf, sendRefund } from './send-refund.ts';
import { performOperationsOf } from './wallet-answers.ts';

/** The most refunds of one provider that are processed in parallel. */
const batchSize = 20;
/**
 * A request may arrive late, so an `absent` outcome counts only after this time, in milliseconds.
 */
const absentTimeoutMs = 15 * 60_000;

/**
 * Processes every refund that is due: sends approved ones, requests the status of sent and unknown
 * ones, and follows up failed ones for three days, since they may be done after all. Any number of
 * processes may run it in parallel. Returns the number of refunds.
 */
export function followUpRefunds(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'refunds', core.now()),
    workBatch: async (lane) => {
      const due = [
        ...(await claimAllowed(core, lane, 'refund')),
        ...(await claimAllowed(core, lane, 'refundStatus')),
      ];
      await Promise.all(
        due.map((refund) =>
          followUp(core, refund).catch((error: unknown) => {
            // Its next check is already planned.
            core.log.error({ refundId: refund.id, error }, 'following up a refund failed');
          }),
        ),
      );
      return due.length;
    },
    batchSize,
  });
}

/**
 * Claims the due refunds of a provider for which requests are allowed now. A refund that isn't
 * asked about must not count as one without a response.
 */
async function claimAllowed(
  core: Core,
  lane: DueLane,
  operation: 'refund' | 'refundStatus',
): Promise<Refund[]> {
  const most = countAllowed(core, { ...lane, operation }, batchSize);
  if (most === 0) return [];
  const isApproved = sql<SqlBool>`status = 'approved'`;
  return claimDue<Refund>(core, 'refunds', lane, {
    most,
    which: operation === 'refund' ? isApproved : sql<SqlBool>`not ${isApproved}`,
    planNext: (refund, now) => planNextCheck(refund, now) ?? planRepeat(refund, now),
  });
}

async function followUp(core: Core, refund: Refund): Promise<void> {
  const changed =
    refund.status === 'approved'
      ? await sendRefund(core, refund)
      : await askForStatus(core, refund);
  if (changed !== null) publish(core, changed);
  await performOperationsOf(core, { brandId: refund.brand_id, subjectId: refund.deposit_id });
}

/** Requests the status of a refund and applies it. Returns the deposit if its money has changed. */
async function askForStatus(core: Core, refund: Refund): Promise<Applied['changed']> {
  const isLast = planNextCheck(refund, core.now()) === null;
  const provider = refundRequestOf(refund, 'refundStatus');
  const ref = await loadRef(core.db, refund);
  const outcome = await askProvider<StatusOutcome>(core, provider, async ({ refunds }) =>
    refunds === null ? noRefunds : refunds.status(ref),
  );
  if (isLast && outcome.kind === 'error') {
    const fields = { refundId: refund.id, account: refund.account };
    core.log.error(
      fields,
      'the last status request of a refund has no outcome yet; it will be retried',
    );
  }
  return core.db.transaction().execute(async (tx) => {
    if (isLast && outcome.kind !== 'error') await endFollowUp(tx, 'refunds', refund);
    const locked = await lockRefund(tx, refund.brand_id, refund.id);
    if (locked === undefined) return null;
    // Still `sending` after its lease: the sending process has died.
    const hasLostSender =
      locked.refund.status === 'sending' && locked.refund.send_count === refund.send_count;
    const current = hasLostSender
      ? await moveRefund(core, tx, locked.refund, 'unknown', {
          reason: "the provider's response was lost",
        })
      : locked.refund;
    return applyStatus(core, tx, current, outcome);
  });
}

async function applyStatus(
  core: Core,
  tx: Tx,
  refund: Refund,
  outcome: StatusOutcome,
): Promise<Applied['changed']> {
  if (outcome.kind === 'error') return null;
  if (outcome.kind === 'absent') {
    await moveAbsent(core, tx, refund);
    return null;
  }
  const evidence = {
    brandId: refund.brand_id,
    connector: refund.account,
    source: 'status request',
    confirmedBy: 'provider' as const,
  };
  let deposit: Applied['changed'] = null;
  for (const event of outcome.events) {
    // Events of another refund were not asked for.
    if (event.kind !== 'refund' || event.refundId !== refund.id) continue;
    const { changed, outcome: result } = await applyRefund(core, tx, evidence, event);
    await recordUnexpected(core, tx, evidence, event, result);
    deposit = changed ?? deposit;
  }
  return deposit;
}

/**
 * Handles a refund that its provider has not known for a long time: a sent one becomes `unknown`,
 * and an unknown one waits for a person.
 */
async function moveAbsent(core: Core, tx: Tx, refund: Refund): Promise<void> {
  if (core.now().getTime() - refund.updated_at.getTime() < absentTimeoutMs) return;
  if (refund.status === 'sent') {
    const next_check_at = new Date(core.now().getTime() + absentTimeoutMs);
    await moveRefund(core, tx, refund, 'unknown', {
      reason: 'the provider now reports no such refund',
      changes: { next_check_at },
    });
  } else if (refund.status === 'unknown') {
    core.log.error({ refundId: refund.id }, 'a refund of unknown outcome waits for a person');
    await moveRefund(core, tx, refund, 'inReview', {
      reason: 'the provider reports no such refund; it may have been done',
    });
  }
}
