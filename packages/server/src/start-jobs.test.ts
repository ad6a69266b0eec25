import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startJobs } from './start-jobs.ts';
import { approve, bringPlayer } from './testing/paying-player.ts';
import { startTestServer } from './testing/test-server.ts';

const everyJob = [
  'attempts-count',
  'bonuses-expire',
  'deposits-follow-up',
  'idempotency-purge',
  'inbox-sweep',
  'pending-acts-expire',
  'reconciliation',
  'refunds-follow-up',
  'retention',
  'sealed-rotation',
  'wallet-sweep',
  'webhooks-due',
  'withdrawals-follow-up',
];

test('every job runs at the start, and none fails', async () => {
  const server = await startTestServer();
  const { core } = server;
  await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
  const player = await bringPlayer(server);
  await approve(server, (await player.deposit()).paymentId);
  const error = vi.fn();
  const later = () => new Date(Date.now() + 3600_000);
  const log = { ...core.log, info: () => {}, warn: () => {}, error };
  const jobs = await startJobs({ ...core, log, now: later });
  const { rows } = await sql<{ now: Date }>`select now()`.execute(core.db);
  const started = rows[0]?.now ?? new Date();
  const ranNames = async () => {
    const ran = core.db.selectFrom('jobs').select('name').where('due_at', '>', started);
    return (await ran.orderBy('name').execute()).map(({ name }) => name);
  };
  await expect.poll(ranNames).toEqual(everyJob);
  // Its notification was lost: a job has asked the provider.
  await expect.poll(player.balance).toBe('100.00');
  await jobs.stop();
  expect(error.mock.calls).toEqual([]);
  await server.stop();
});
