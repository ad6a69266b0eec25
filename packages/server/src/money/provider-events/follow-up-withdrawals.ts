import { type SqlBool, sql } from 'kysely';
import type { StatusOutcome } from '../../connectors/connector-outcome.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { claimDue, type DueLane, endFollowUp, findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import { askProvider, countAllowed, noPayouts, requestOf } from '../../providers/ask-provider.ts';
import { findPayoutFile } from '../../providers/find-payout-file.ts';
import { isPaidOnChain } from '../chain-payouts/is-paid-on-chain.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { planNextCheck, planRepeat } from '../withdrawals/plan-next-check.ts';
import { applyPayout } from './apply-payout.ts';
import { followOnChain } from './follow-chain-payouts.ts';
import { recordUnexpected } from './inbox.ts';
import { sendWithdrawal } from './send-withdrawal.ts';
import { performOperationsOf } from './wallet-answers.ts';

/** The most withdrawals of one provider that are processed in parallel. */
const batchSize = 20;
/**
 * A request may arrive late, so an `absent` outcome counts only after this time, in milliseconds.
 */
const absentTimeoutMs = 15 * 60_000;

/**
 * Processes every withdrawal that is due: sends approved ones, requests the status of sent and
 * unknown ones, and follows up ended ones for three days, since they may be returned or paid after
 * all. Any number of processes may run it in parallel. Returns the number of withdrawals.
 */
export function followUpWithdrawals(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'withdrawals', core.now()),
    workBatch: async (lane) => {
      const due = [
        ...(await claimAllowed(core, lane, 'payout')),
        ...(await claimAllowed(core, lane, 'payoutStatus')),
      ];
      await Promise.all(
        due.map((withdrawal) =>
          followUp(core, withdrawal).catch((error: unknown) => {
            // Its next check is already planned.
            const fields = { withdrawalId: withdrawal.id, error };
            core.log.error(fields, 'following up a withdrawal failed');
          }),
        ),
      );
      return due.length;
    },
    batchSize,
  });
}

/**
 * Claims the due withdrawals of a provider for which requests are allowed now. A withdrawal that
 * isn't asked about must not count as one without a response.
 */
async function claimAllowed(
  core: Core,
  lane: DueLane,
  operation: 'payout' | 'payoutStatus',
): Promise<Withdrawal[]> {
  // Nobody is asked to pay by file: an operator has the file written.
  if (operation === 'payout' && findPayoutFile(core, lane) !== null) return [];
  const most = countAllowed(core, { ...lane, operation }, batchSize);
  if (most === 0) return [];
  const isApproved = sql<SqlBool>`status = 'approved'`;
  return claimDue<Withdrawal>(core, 'withdrawals', lane, {
    most,
    which: operation === 'payout' ? isApproved : sql<SqlBool>`not ${isApproved}`,
    planNext: (withdrawal, now) => planNextCheck(withdrawal, now) ?? planRepeat(withdrawal, now),
  });
}

async function followUp(core: Core, withdrawal: Withdrawal): Promise<void> {
  const changed =
    withdrawal.status === 'approved'
      ? await sendWithdrawal(core, withdrawal)
      : await askForStatus(core, withdrawal);
  if (changed === null) return;
  publishWithdrawal(core, changed);
  await performOperationsOf(core, { brandId: withdrawal.brand_id, subjectId: withdrawal.id });
}

/** Requests the status of a withdrawal and applies it. Null if nothing changed. */
async function askForStatus(core: Core, withdrawal: Withdrawal): Promise<Withdrawal | null> {
  const isLast = planNextCheck(withdrawal, core.now()) === null;
  if (await isPaidOnChain(core, withdrawal)) return askChain(core, withdrawal, isLast);
  const provider = requestOf(withdrawal, 'payoutStatus');
  const outcome = await askProvider<StatusOutcome>(core, provider, async ({ payouts }) =>
    payouts === null ? noPayouts : payouts.status(withdrawal.id),
  );
  if (isLast && outcome.kind === 'error') {
    const fields = { withdrawalId: withdrawal.id, connector: withdrawal.connector };
    core.log.error(
      fields,
      'the last status request of a withdrawal has no outcome yet; it will be retried',
    );
  }
  return core.db.transaction().execute(async (tx) => {
    if (isLast && outcome.kind !== 'error') await endFollowUp(tx, 'withdrawals', withdrawal);
    const before = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (before === undefined) return null;
    const current = hasLostSender(withdrawal, before)
      ? await moveToUnknown(core, tx, before)
      : before;
    const after = current && (await applyStatus(core, tx, current, outcome));
    return after === before ? null : after;
  });
}

/**
 * Goes on with a payout on a chain; no provider is asked. Its transactions are followed up until
 * they are settled, however long that takes (follow-chain-payouts.ts).
 */
async function askChain(
  core: Core,
  withdrawal: Withdrawal,
  isLast: boolean,
): Promise<Withdrawal | null> {
  const changed = await followOnChain(core, withdrawal);
  if (isLast) {
    await core.db.transaction().execute((tx) => endFollowUp(tx, 'withdrawals', withdrawal));
  }
  return changed;
}

/**
 * Whether a withdrawal is still `sending` after its lease, so that the sending process has died.
 * Not if it was sent again during the status request.
 */
function hasLostSender(asked: Withdrawal, { status, send_count }: Withdrawal): boolean {
  return status === 'sending' && asked.status === status && asked.send_count === send_count;
}

function moveToUnknown(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<Withdrawal | null> {
  return moveWithdrawal(core, tx, withdrawal, 'unknown', {
    reason: "the provider's response was lost",
  });
}

async function applyStatus(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  outcome: StatusOutcome,
): Promise<Withdrawal> {
  if (outcome.kind === 'error') return withdrawal;
  if (outcome.kind === 'known') {
    const { current, isAboutEarlier } = await applyEvents(core, tx, withdrawal, outcome.events);
    if (!isAboutEarlier) return current;
  }
  const ageMs = core.now().getTime() - withdrawal.updated_at.getTime();
  if (ageMs < absentTimeoutMs) return withdrawal;
  const known = outcome.kind === 'absent' ? 'no such payout' : 'an earlier request only';
  return (await moveAbsent(core, tx, withdrawal, known)) ?? withdrawal;
}

/**
 * Handles a payout whose last request has been unknown to the provider for a long time: a sent one
 * becomes `unknown`, and an unknown one goes to review.
 */
async function moveAbsent(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  known: string,
): Promise<Withdrawal | null> {
  switch (withdrawal.status) {
    case 'sent':
      return moveWithdrawal(core, tx, withdrawal, 'unknown', {
        reason: `the provider now reports ${known}`,
        changes: { next_check_at: new Date(core.now().getTime() + absentTimeoutMs) },
      });
    case 'unknown':
      return moveWithdrawal(core, tx, withdrawal, 'inReview', {
        reason: `the provider reports ${known}; the payout may have been paid`,
        changes: { next_check_at: null },
      });
    default:
      return null;
  }
}

async function applyEvents(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  events: Extract<StatusOutcome, { kind: 'known' }>['events'],
): Promise<{ current: Withdrawal; isAboutEarlier: boolean }> {
  const evidence = {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    source: 'status request',
    confirmedBy: 'provider' as const,
  };
  let current = withdrawal;
  /** For each event, whether it is a failure that may be of an earlier request. */
  const areEarlier: boolean[] = [];
  for (const event of events) {
    // Events of another withdrawal were not asked for.
    if (event.kind !== 'payout' || event.withdrawalId !== withdrawal.id) continue;
    const { changed, outcome } = await applyPayout(core, tx, evidence, event);
    await recordUnexpected(core, tx, evidence, event, outcome);
    areEarlier.push(event.status === 'failed' && outcome === 'conflicting');
    if (changed !== null && 'hold_id' in changed) current = changed;
  }
  return { current, isAboutEarlier: areEarlier.length > 0 && areEarlier.every((it) => it) };
}
