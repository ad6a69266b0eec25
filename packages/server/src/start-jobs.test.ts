import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startJobs } from './start-jobs.ts';
import { approve, bringPlayer } from './testing/paying-player.ts';
import { startTestServer } from './testing/test-server.ts';

const everyJob = [
  'attempts-count',
  'bonuses-expire',
  'chain-payouts-follow',
  'chains-watch',
  'deposits-follow-up',
  'idempotency-purge',
  'inbox-sweep',
  'payers-compare',
  'pending-acts-expire',
  'reconciliation',
  'refunds-follow-up',
  'retention',
  'sealed-rotation',
  'statements',
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
  const jobsCore = { ...core, log, now: later };
  const connector = core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
  if (connector === undefined) throw new Error('The brand has no sandbox.');
  const { status } = connector;
  vi.spyOn(connector, 'status').mockImplementation(async (deposit) => {
    // As a reload would, in the middle of the run.
    jobsCore.walletOf = () => {
      throw new Error('another configuration');
    };
    return status(deposit);
  });
  const jobs = await startJobs(jobsCore);
  const { rows } = await sql<{ now: Date }>`select now()`.execute(core.db);
  const started = rows[0]?.now ?? new Date();
  const ranNames = async () => {
    const ran = core.db.selectFrom('jobs').select('name').where('due_at', '>', started);
    return (await ran.orderBy('name').execute()).map(({ name }) => name);
  };
  await expect.poll(ranNames).toEqual(everyJob);
  // Its notification was lost: a job has asked the provider, and goes on with what it
  // began with.
  await expect.poll(player.balance).toBe('100.00');
  await jobs.stop();
  expect(error.mock.calls).toEqual([]);
  await server.stop();
});
