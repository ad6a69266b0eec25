import { buildDepositState, createFakeTransport } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { confirmLater, forgetConfirmation } from './confirm-later.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = networkError('lost');
const refused = (code: string, status: number) =>
  new TransportError({ kind: 'refused', code, message: '', status });
const confirmation = (confirmationId: string) => ({ depositId: 'd1', confirmationId });

function setUp(answer: Error | ReturnType<typeof buildDepositState>) {
  const transport = createFakeTransport({ 'deposit-complete': answer });
  const sent = () => transport.calls.map(({ request }) => request);
  return { transport, sent };
}

test('the pause doubles, up to a minute', async () => {
  const { transport, sent } = setUp(lost);
  confirmLater({ transport }, confirmation('1'), lost);
  const counts: number[] = [];
  for (const ms of [4999, 1, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    counts.push(sent().length);
  }
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('the latest confirmation of a deposit replaces the one before', async () => {
  const { transport, sent } = setUp(lost);
  confirmLater({ transport }, confirmation('1'), lost);
  confirmLater({ transport }, confirmation('2'), lost);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent()).toEqual([confirmation('2')]);
});

test('a confirmation that waits is forgotten once the player sends a newer one', async () => {
  const { transport, sent } = setUp(lost);
  confirmLater({ transport }, confirmation('1'), lost);
  forgetConfirmation({ transport }, 'd1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([]);
  confirmLater({ transport }, confirmation('2'), lost);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent()).toEqual([confirmation('2')]);
});

test('a later confirmation begins anew once the first is delivered', async () => {
  const { transport, sent } = setUp(buildDepositState());
  confirmLater({ transport }, confirmation('1'), lost);
  await vi.advanceTimersByTimeAsync(5000);
  confirmLater({ transport }, confirmation('2'), lost);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([confirmation('1'), confirmation('2')]);
});

test.each([
  ['deposit.notOpen', 409, 0],
  ['banking.paymentMethodRegex', 422, 0],
  ['request.invalid', 400, 0],
  ['server.error', 500, 1],
  ['provider.timeout', 504, 1],
  ['provider.unavailable', 502, 1],
  ['auth.tokenExpired', 401, 1],
])('after %s it is tried again: %i, %i times', async (code, status, times) => {
  const { transport, sent } = setUp(buildDepositState());
  const isRepeated = confirmLater({ transport }, confirmation('1'), refused(code, status));
  expect(isRepeated).toBe(times > 0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(times);
});
