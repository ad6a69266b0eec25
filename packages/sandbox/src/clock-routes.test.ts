import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  makeDataFolder,
  payoutRequest,
  startTestSandbox,
  type TestSandbox,
} from './testing/sandbox-client.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dataFolder = makeDataFolder();

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox({ dataFolder, timing: { payoutStepMs: dayMs } });
});
afterEach(() => sandbox.close());

const advance = async (advanceMs: unknown) =>
  (await sandbox.call('POST', '/v1/clock', { advanceMs })).status;
const aheadMs = async (key?: string) => {
  const response = await sandbox.call('GET', '/v1/clock', undefined, key);
  const { now } = (await response.json()) as { now: string };
  return Date.parse(now) - Date.now();
};
const statusOf = async (reference: string) => {
  const answer = await sandbox.call('GET', `/v1/payouts?merchantReference=${reference}`);
  return ((await answer.json()) as { status: string }).status;
};

it('is the real time at first, runs ahead afterwards, and stays ahead over a restart', async () => {
  expect(Math.abs(await aheadMs())).toBeLessThan(60_000);
  expect(await advance(dayMs)).toBe(200);
  expect(await advance(2 * dayMs)).toBe(200);
  expect(Math.abs((await aheadMs()) - 3 * dayMs)).toBeLessThan(60_000);
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder });
  expect(Math.abs((await aheadMs()) - 3 * dayMs)).toBeLessThan(60_000);
  // Another merchant has a clock of its own.
  expect(Math.abs(await aheadMs('test-api-key.northwind'))).toBeLessThan(60_000);
});

it.each([-1, 1.5, '1', 400 * dayMs])('is never advanced by %j', async (advanceMs) => {
  expect(await advance(advanceMs)).toBe(400);
});

it('makes due what was planned before a restart', async () => {
  await sandbox.post('/v1/payouts', { ...payoutRequest, merchantReference: 'wd-clock' });
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder });
  expect(await statusOf('wd-clock')).toBe('pending');
  await advance(dayMs);
  expect(await statusOf('wd-clock')).toBe('completed');
});

it('dates the movements of money', async () => {
  await sandbox.behave({ payoutOutcome: 'completed-at-once' });
  const today = async () => new Date(Date.now() + (await aheadMs())).toISOString().slice(0, 10);
  const before = await today();
  await sandbox.post('/v1/payouts', { ...payoutRequest, merchantReference: 'wd-dated' });
  // Midnight may have passed since.
  const reports = [before, await today()].map(async (day) =>
    (await sandbox.call('GET', `/v1/settlements/${day}.csv`)).text(),
  );
  expect((await Promise.all(reports)).join('')).toContain('wd-dated');
});
