import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startJobs } from './start-jobs.ts';
import { approve, bringPlayer } from './testing/paying-player.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { startTestServer } from './testing/test-server.ts';

const everyJob = [
  'bonuses-expire',
  'deposits-follow-up',
  'idempotency-purge',
  'inbox-sweep',
  'reconciliation',
  'retention',
  'sealed-rotation',
  'wallet-sweep',
  'webhooks-due',
  'withdrawals-follow-up',
];

test('every job runs as soon as they start, and none fails', async () => {
  const databaseUrl = await createTestDatabase();
  const server = await startTestServer({ DATABASE_URL: databaseUrl });
  const { core } = server;
  await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
  const player = await bringPlayer(server);
  await approve(server, (await player.deposit()).paymentId);
  const error = vi.fn();
  const later = () => new Date(Date.now() + 3600_000);
  const log = { ...core.log, info: () => {}, warn: () => {}, error };
  const jobs = await startJobs({ ...core, log, now: later }, databaseUrl);
  const completed = sql<{ name: string }>`
    select distinct name from pgboss.job
    where state = 'completed' and not starts_with(name, '__pgboss')`;
  const completedNames = async () =>
    (await completed.execute(core.db)).rows.map(({ name }) => name).sort();
  await expect.poll(completedNames).toEqual(everyJob);
  // Its notification was lost: a job has asked for it.
  await expect.poll(player.balance).toBe('100.00');
  await jobs.stop();
  expect(error.mock.calls).toEqual([]);
  await server.stop();
});
