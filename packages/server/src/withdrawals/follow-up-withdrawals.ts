import { sql } from 'kysely';
import type { StatusOutcome } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { publishWithdrawal } from '../deposits/publish.ts';
import { type DueLane, findDueLanes } from '../jobs/find-due-lanes.ts';
import { sweepLanes } from '../jobs/sweep-lanes.ts';
import { askProvider } from '../providers/ask-provider.ts';
import { requestOf } from '../providers/request-of.ts';
import { performOperationsOf } from '../wallet/perform-operation.ts';
import { applyPayout, lockWithdrawal } from './apply-payout.ts';
import { moveWithdrawal, type Withdrawal } from './move-withdrawal.ts';
import { sendWithdrawal } from './send-withdrawal.ts';
import { isSettled } from './withdrawal.machine.ts';

/** Of one provider, asked at once. */
const batchSize = 20;
const firstPauseMs = 15_000;
const longestPauseMs = 3600_000;
/** A request may be on its way for long: a provider that knows nothing of it is believed only later. */
const absentPatienceMs = 15 * 60_000;

/**
 * Takes every withdrawal on that is due: sends what is approved, asks the provider about what was
 * sent or is unknown. Any number of processes may run it at once. Returns how many were looked at.
 */
export function followUpWithdrawals(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'withdrawals', core.now()),
    workBatch: async (lane) => {
      const due = await claimDue(core, lane);
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

/** Takes a provider's due withdrawals by moving their next check on; a crash only delays them. */
async function claimDue(core: Core, { brandId, connector }: DueLane): Promise<Withdrawal[]> {
  const now = core.now();
  const { rows } = await sql<Withdrawal>`
    update withdrawals set check_count = check_count + 1,
      next_check_at = ${now}::timestamptz + least(
        ${firstPauseMs} * power(2, least(check_count, 20)), ${longestPauseMs}) * interval '1 ms'
    where id in (
      select id from withdrawals
      where brand_id = ${brandId} and connector = ${connector} and next_check_at <= ${now}
      order by next_check_at limit ${batchSize} for no key update skip locked)
    returning *`.execute(core.db);
  return rows;
}

async function followUp(core: Core, withdrawal: Withdrawal): Promise<void> {
  if (isSettled(withdrawal.status)) return;
  const changed =
    withdrawal.status === 'approved'
      ? await sendWithdrawal(core, withdrawal)
      : await askForStatus(core, withdrawal);
  if (changed === null) return;
  publishWithdrawal(core, changed);
  await performOperationsOf(core, { brandId: withdrawal.brand_id, subjectId: withdrawal.id });
}

async function askForStatus(core: Core, withdrawal: Withdrawal): Promise<Withdrawal | null> {
  const provider = requestOf(withdrawal, 'payoutStatus');
  const outcome = await askProvider<StatusOutcome>(core, provider, async ({ payouts }) =>
    payouts === null ? { kind: 'absent' } : payouts.status(withdrawal.id),
  );
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (current === undefined) return null;
    const known = current.status === 'sending' ? await suspect(core, tx, current) : current;
    return known && applyStatus(core, tx, known, outcome);
  });
}

/** Still `sending` although its lease has run out: the process that sent it is gone. */
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
  if (outcome.kind === 'known') return applyEvents(core, tx, withdrawal, outcome.events);
  const ageMs = core.now().getTime() - withdrawal.updated_at.getTime();
  const isBelieved = outcome.kind === 'absent' && ageMs >= absentPatienceMs;
  if (withdrawal.status !== 'unknown' || !isBelieved) return withdrawal;
  const moved = await moveWithdrawal(core, tx, withdrawal, 'inReview', {
    reason: 'the provider knows nothing of it: was it paid?',
    changes: { next_check_at: null },
  });
  return moved ?? withdrawal;
}

async function applyEvents(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  events: Extract<StatusOutcome, { kind: 'known' }>['events'],
): Promise<Withdrawal> {
  const evidence = {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    source: 'asked the provider',
    confirmedBy: 'provider' as const,
  };
  let current = withdrawal;
  for (const event of events) {
    // Another withdrawal's words are not what was asked for.
    if (event.kind !== 'payout' || event.withdrawalId !== withdrawal.id) continue;
    const { changed } = await applyPayout(core, tx, evidence, event);
    if (changed !== null && 'hold_id' in changed) current = changed;
  }
  return current;
}
