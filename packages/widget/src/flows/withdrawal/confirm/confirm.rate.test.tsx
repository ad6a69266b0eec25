import { buildQuote, buildWithdrawal } from '@kassa/test-kit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { networkError } from '../../../transport/transport-error.ts';
import { creationsOf } from '../testing/creations.ts';
import { setUpConfirmation } from '../testing/set-up-withdrawal.tsx';

const holdsMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const quoteOf = (amount: string, code: string) =>
  buildQuote({
    arrives: { amount, currency: 'USDT' },
    rate: '1.07',
    rateLock: { code, expiresAt: Date.now() + holdsMs },
  });

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Goes to the confirmation of a quote, and lets its rate run out. `answer` brings the next. */
async function runOut() {
  const stage = await setUpConfirmation({ 'withdrawal-quote': quoteOf('53.5', 'lock-1') });
  expect(screen.getByText(/Rate holds for/)).toBeTruthy();
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof quoteOf> | Error>();
  stage.transport.answers['withdrawal-quote'] = () => promise;
  stage.transport.answers['withdrawal-create'] = buildWithdrawal();
  await pass(holdsMs);
  await waitFor(() => expect(stage.callsOf('withdrawal-quote')).toHaveLength(2));
  const answer = (next: ReturnType<typeof quoteOf> | Error) => act(async () => resolve(next));
  return { ...stage, answer };
}

const button = () => screen.getByRole('button', { name: 'Withdraw €50.00' });
const isFree = () => button().getAttribute('aria-busy') === null;

test('the creation brings the lock of the quote', async () => {
  const { confirm, callsOf, transport, at } = await setUpConfirmation({
    'withdrawal-quote': quoteOf('53.5', 'lock-1'),
  });
  transport.answers['withdrawal-create'] = buildWithdrawal();
  await confirm();
  await at('Withdrawal complete');
  expect(creationsOf(callsOf)[0]?.request).toMatchObject({
    rateLock: 'lock-1',
    expected: { amount: '53.5', currency: 'USDT' },
  });
});

test.each([
  ['less', '52.1', /you now receive 52\.1\sUSDT, less than the 53\.5\sUSDT/],
  ['more', '54.2', /you now receive 54\.2\sUSDT, more than the 53\.5\sUSDT/],
])('a new rate by which %s arrives is told, and takes a fresh press', async (_, amount, words) => {
  const { confirm, answer, callsOf, at } = await runOut();
  expect(isFree()).toBe(false);
  await answer(quoteOf(amount, 'lock-2'));
  // A press that was meant for the quote before.
  fireEvent.click(button());
  expect(screen.getByText(words)).toBeTruthy();
  expect(callsOf('withdrawal-create')).toEqual([]);
  await waitFor(() => expect(isFree()).toBe(true), { timeout: 5000 });
  await confirm();
  await at('Withdrawal complete');
  expect(creationsOf(callsOf)[0]?.request).toMatchObject({
    rateLock: 'lock-2',
    expected: { amount, currency: 'USDT' },
  });
});

test('a new rate by which the same arrives is no news', async () => {
  const { answer } = await runOut();
  await answer(quoteOf('53.5', 'lock-2'));
  await waitFor(() => expect(isFree()).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a response the next press asks for the rate again', async () => {
  const { user, answer, callsOf, transport } = await runOut();
  await answer(networkError('lost'));
  const again = await screen.findByRole('button', { name: 'Try again' });
  transport.answers['withdrawal-quote'] = quoteOf('53.5', 'lock-3');
  await user.click(again);
  await waitFor(() => expect(isFree()).toBe(true));
  expect(callsOf('withdrawal-create')).toEqual([]);
});

test('a lock of another clock has no countdown', async () => {
  const { callsOf } = await setUpConfirmation({
    'withdrawal-quote': buildQuote({
      arrives: { amount: '53.5', currency: 'USDT' },
      rate: '1.07',
      rateLock: { code: 'lock-1', expiresAt: Date.now() - 1000 },
    }),
  });
  expect(screen.queryByText(/Rate holds for/)).toBeNull();
  expect(callsOf('withdrawal-quote')).toHaveLength(1);
});
