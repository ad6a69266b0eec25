import { PgBoss } from 'pg-boss';
import type { Core } from './core/core.ts';
import { rotateSealed } from './ground/encryption/rotate-sealed.ts';
import { purgeKeys } from './ground/idempotency/keys.ts';
import { expireBonuses } from './money/bonuses/offer-bonus.ts';
import { followUpDeposits } from './money/provider-events/follow-up-deposits.ts';
import { followUpWithdrawals } from './money/provider-events/follow-up-withdrawals.ts';
import { sweepInbox } from './money/provider-events/process-notification.ts';
import { performDueOperations } from './money/provider-events/wallet-answers.ts';
import { runRetention } from './operator/data-protection/run-retention.ts';
import { stepRuns } from './operator/reconciliation/step-runs.ts';
import { queueNext } from './queue-next.ts';

interface Job {
  name: string;
  /** The pause between the end of one run and the next. */
  everySeconds: number;
  run: (core: Core) => Promise<unknown>;
}

/** The rows themselves are the queues; a job only says "look again". Each may run twice at once. */
const jobs: Job[] = [
  { name: 'deposits-follow-up', everySeconds: 5, run: followUpDeposits },
  { name: 'withdrawals-follow-up', everySeconds: 5, run: followUpWithdrawals },
  { name: 'wallet-sweep', everySeconds: 5, run: performDueOperations },
  { name: 'inbox-sweep', everySeconds: 5, run: sweepInbox },
  { name: 'reconciliation', everySeconds: 2, run: stepRuns },
  { name: 'webhooks-due', everySeconds: 5, run: async ({ outbox }) => outbox.wake() },
  { name: 'bonuses-expire', everySeconds: 60, run: expireBonuses },
  { name: 'idempotency-purge', everySeconds: 3600, run: purgeKeys },
  { name: 'retention', everySeconds: 3600, run: runRetention },
  { name: 'sealed-rotation', everySeconds: 60, run: (core) => rotateSealed(core) },
];

export interface Jobs {
  /** Waits for what is running, at most 10 s. */
  stop: () => Promise<void>;
}

/**
 * Runs the recurring jobs over pg-boss: of any number of server processes, one runs a job at a
 * time. Each run queues the next; should a process die in between, the minute's cron does.
 */
export async function startJobs(core: Core, databaseUrl: string): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 2,
    application_name: 'kassa-jobs',
  });
  boss.on('error', (error) => core.log.error({ error }, 'the job queue reports an error'));
  await boss.start();
  const stopping = new AbortController();
  for (const { name, everySeconds, run } of jobs) {
    // "short": at most one waits in the queue, so a second look is never queued behind the first.
    await boss.createQueue(name, { policy: 'short', expireInSeconds: 60, retryLimit: 0 });
    await boss.work(name, { pollingIntervalSeconds: 1 }, async () => {
      try {
        await run(core);
      } catch (error) {
        core.log.error({ job: name, error }, 'a job failed; it runs again');
      }
      await queueNext(() => boss.send(name, {}, { startAfter: everySeconds }), {
        stopped: stopping.signal,
        onFailure: (error) => core.log.warn({ job: name, error }, 'a job could not be queued'),
      });
    });
    await boss.schedule(name, '* * * * *');
    await boss.send(name, {});
  }
  const stop = () => {
    stopping.abort();
    return boss.stop({ graceful: true, timeout: 10_000 });
  };
  return { stop };
}
