import { type SqlBool, sql } from 'kysely';
import type { StatusOutcome } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import {
  claimDue,
  type DueLane,
  endQuestions,
  findDueLanes,
} from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import {
  askProvider,
  countAskable,
  paysNothingOut,
  requestOf,
} from '../../providers/ask-provider.ts';
import type { Outcome } from '../../providers/evidence.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { planNextCheck, planRepeat } from '../withdrawals/plan-next-check.ts';
import { applyPayout } from './apply-payout.ts';
import { recordUnexpected } from './inbox.ts';
import { sendWithdrawal } from './send-withdrawal.ts';
import { performOperationsOf } from './wallet-answers.ts';

/** Of one provider, asked at once. */
const batchSize = 20;
/** A request may be on its way for long: a provider that knows nothing of it is believed only later. */
const absentTimeoutMs = 15 * 60_000;

/**
 * Takes every withdrawal on that is due: sends what is approved, asks the provider about what was
 * sent or is unknown, and for three days about what has ended: it may come back, or be paid after all.
 * Any number of processes may run it at once. Returns how many were looked at.
 */
export function followUpWithdrawals(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'withdrawals', core.now()),
    workBatch: async (lane) => {
      const due = [
        ...(await claimAskable(core, lane, 'payout')),
        ...(await claimAskable(core, lane, 'payoutStatus')),
      ];
      await Promise.all(
        due.map((withdrawal) =>
          followUp(core, withdrawal).catch((error: unknown) => {
            // Its next check is already set.
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
 * Takes those of a provider's due withdrawals that it would be asked to pay, or about, at once: one
 * that it isn't asked about must not count as having had no answer.
 */
async function claimAskable(
  core: Core,
  lane: DueLane,
  operation: 'payout' | 'payoutStatus',
): Promise<Withdrawal[]> {
  const most = countAskable(core, { ...lane, operation }, batchSize);
  if (most === 0) return [];
  const isToSend = sql<SqlBool>`status = 'approved'`;
  return claimDue<Withdrawal>(core, 'withdrawals', lane, {
    most,
    which: operation === 'payout' ? isToSend : sql<SqlBool>`not ${isToSend}`,
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

/** Null where nothing has changed. */
async function askForStatus(core: Core, withdrawal: Withdrawal): Promise<Withdrawal | null> {
  const isLast = planNextCheck(withdrawal, core.now()) === null;
  const provider = requestOf(withdrawal, 'payoutStatus');
  const outcome = await askProvider<StatusOutcome>(core, provider, async ({ payouts }) =>
    payouts === null ? paysNothingOut : payouts.status(withdrawal.id),
  );
  if (isLast && outcome.kind === 'error') {
    const fields = { withdrawalId: withdrawal.id, connector: withdrawal.connector };
    core.log.error(fields, 'the last question about a withdrawal has no answer yet');
  }
  return core.db.transaction().execute(async (tx) => {
    if (isLast && outcome.kind !== 'error') await endQuestions(tx, 'withdrawals', withdrawal);
    const before = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (before === undefined) return null;
    const current = isCutShort(withdrawal, before) ? await suspect(core, tx, before) : before;
    const after = current && (await applyStatus(core, tx, current, outcome));
    return after === before ? null : after;
  });
}

/**
 * Still `sending` although its lease has run out: the process that sent it is gone. One that was sent
 * anew while the provider was asked is another matter.
 */
function isCutShort(asked: Withdrawal, { status, send_count }: Withdrawal): boolean {
  return status === 'sending' && asked.status === status && asked.send_count === send_count;
}

function suspect(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<Withdrawal | null> {
  return moveWithdrawal(core, tx, withdrawal, 'unknown', {
    reason: 'nobody heard what the provider answered',
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
  const known = outcome.kind === 'absent' ? 'nothing of it' : 'of an earlier sending alone';
  return (await moveAbsent(core, tx, withdrawal, known)) ?? withdrawal;
}

/**
 * The provider has known nothing of the last sending for long: a withdrawal that it had taken is
 * unknown again, and then a person decides.
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
        reason: `the provider knows ${known}, and knew more before`,
        changes: { next_check_at: new Date(core.now().getTime() + absentTimeoutMs) },
      });
    case 'unknown':
      return moveWithdrawal(core, tx, withdrawal, 'inReview', {
        reason: `the provider knows ${known}: was it paid?`,
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
    source: 'asked the provider',
    confirmedBy: 'provider' as const,
  };
  let current = withdrawal;
  const outcomes: Outcome[] = [];
  for (const event of events) {
    // Another withdrawal's words are not what was asked for.
    if (event.kind !== 'payout' || event.withdrawalId !== withdrawal.id) continue;
    const { changed, outcome } = await applyPayout(core, tx, evidence, event);
    await recordUnexpected(core, tx, evidence, event, outcome);
    outcomes.push(outcome);
    if (changed !== null && 'hold_id' in changed) current = changed;
  }
  // Of a payout, only a failure that may be an earlier sending's conflicts.
  const isAboutEarlier =
    outcomes.length > 0 && outcomes.every((outcome) => outcome === 'conflicting');
  return { current, isAboutEarlier };
}
