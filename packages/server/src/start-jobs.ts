import { setTimeout as delay } from 'node:timers/promises';
import { type Core, viewOf } from './core/core.ts';
import { rotateSealed } from './ground/encryption/rotate-sealed.ts';
import { purgeKeys } from './ground/idempotency/keys.ts';
import { type Job, startTicker, type Ticker } from './ground/ticker/ticker.ts';
import { expireBonuses } from './money/bonuses/expire-bonuses.ts';
import { endWatching, watchChainsInTurn } from './money/chains/watch-chains.ts';
import { comparePayers } from './money/deposits/compare-payers.ts';
import { countAttempts } from './money/deposits/count-attempts.ts';
import { followChainPayouts } from './money/provider-events/follow-chain-payouts.ts';
import { followUpDeposits } from './money/provider-events/follow-up-deposits.ts';
import { followUpRefunds } from './money/provider-events/follow-up-refunds.ts';
import { followUpWithdrawals } from './money/provider-events/follow-up-withdrawals.ts';
import { sweepInbox } from './money/provider-events/process-notification.ts';
import { performDueOperations } from './money/provider-events/wallet-answers.ts';
import { runRetention } from './operator/data-protection/run-retention.ts';
import { expirePendingActs } from './operator/pending-acts/expire-pending-acts.ts';
import { stepRuns } from './operator/reconciliation/step-runs.ts';
import { stepStatements } from './operator/statements/step-statements.ts';

/**
 * The jobs have no queue besides the rows: a job looks for due rows. Two runs of a job at the same
 * time are harmless.
 */
const jobs: (Omit<Job, 'run'> & { run: (core: Core) => Promise<unknown> })[] = [
  { name: 'deposits-follow-up', everySeconds: 5, run: followUpDeposits },
  { name: 'withdrawals-follow-up', everySeconds: 5, run: followUpWithdrawals },
  { name: 'refunds-follow-up', everySeconds: 5, run: followUpRefunds },
  { name: 'wallet-sweep', everySeconds: 5, run: performDueOperations },
  { name: 'inbox-sweep', everySeconds: 5, run: sweepInbox },
  { name: 'reconciliation', everySeconds: 2, run: stepRuns },
  { name: 'statements', everySeconds: 2, run: stepStatements },
  { name: 'chains-watch', everySeconds: 2, run: watchChainsInTurn },
  { name: 'chain-payouts-follow', everySeconds: 2, run: followChainPayouts },
  { name: 'webhooks-due', everySeconds: 5, run: async ({ outbox }) => outbox.wake() },
  { name: 'attempts-count', everySeconds: 10, run: countAttempts },
  { name: 'bonuses-expire', everySeconds: 60, run: expireBonuses },
  { name: 'pending-acts-expire', everySeconds: 60, run: expirePendingActs },
  { name: 'idempotency-purge', everySeconds: 3600, run: purgeKeys },
  { name: 'retention', everySeconds: 3600, run: runRetention },
  { name: 'payers-compare', everySeconds: 60, run: comparePayers },
  { name: 'sealed-rotation', everySeconds: 60, run: rotateSealed },
];

/** Starts the recurring jobs: of all server processes, one runs a job at a time. */
export async function startJobs(core: Core): Promise<Ticker> {
  // A reload during a run doesn't change what the run works with.
  const listed = jobs.map(({ run, ...job }) => ({ ...job, run: () => run(viewOf(core)) }));
  const ticker = await startTicker(core.db, listed, { log: core.log });
  return {
    stop: async () => {
      await ticker.stop();
      // Another process goes on with the chains at once. An unresponsive database isn't waited for.
      await Promise.race([
        endWatching(core).catch(() => {}),
        delay(10_000, undefined, { ref: false }),
      ]);
    },
  };
}
