import type { Core } from './core/core.ts';
import { rotateSealed } from './ground/encryption/rotate-sealed.ts';
import { purgeKeys } from './ground/idempotency/keys.ts';
import { type Job, startTicker, type Ticker } from './ground/ticker/ticker.ts';
import { expireBonuses } from './money/bonuses/expire-bonuses.ts';
import { countAttempts } from './money/deposits/count-attempts.ts';
import { followUpDeposits } from './money/provider-events/follow-up-deposits.ts';
import { followUpRefunds } from './money/provider-events/follow-up-refunds.ts';
import { followUpWithdrawals } from './money/provider-events/follow-up-withdrawals.ts';
import { sweepInbox } from './money/provider-events/process-notification.ts';
import { performDueOperations } from './money/provider-events/wallet-answers.ts';
import { runRetention } from './operator/data-protection/run-retention.ts';
import { expirePendingActs } from './operator/pending-acts/expire-pending-acts.ts';
import { stepRuns } from './operator/reconciliation/step-runs.ts';

/**
 * The jobs have no queue besides the rows: a job looks for due rows. Two runs of a job at the same
 * time are harmless.
 */
const listJobs = (core: Core): Job[] => [
  { name: 'deposits-follow-up', everySeconds: 5, run: () => followUpDeposits(core) },
  { name: 'withdrawals-follow-up', everySeconds: 5, run: () => followUpWithdrawals(core) },
  { name: 'refunds-follow-up', everySeconds: 5, run: () => followUpRefunds(core) },
  { name: 'wallet-sweep', everySeconds: 5, run: () => performDueOperations(core) },
  { name: 'inbox-sweep', everySeconds: 5, run: () => sweepInbox(core) },
  { name: 'reconciliation', everySeconds: 2, run: () => stepRuns(core) },
  { name: 'webhooks-due', everySeconds: 5, run: async () => core.outbox.wake() },
  { name: 'attempts-count', everySeconds: 10, run: () => countAttempts(core) },
  { name: 'bonuses-expire', everySeconds: 60, run: () => expireBonuses(core) },
  { name: 'pending-acts-expire', everySeconds: 60, run: () => expirePendingActs(core) },
  { name: 'idempotency-purge', everySeconds: 3600, run: () => purgeKeys(core) },
  { name: 'retention', everySeconds: 3600, run: () => runRetention(core) },
  { name: 'sealed-rotation', everySeconds: 60, run: () => rotateSealed(core) },
];

/** Starts the recurring jobs: of all server processes, one runs a job at a time. */
export function startJobs(core: Core): Promise<Ticker> {
  return startTicker(core.db, listJobs(core), { log: core.log });
}
