import type { DepositState } from '@kassa/contract';
import { buildDepositState, buildUser, type FakeAnswers } from '@kassa/test-kit';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSessionStore } from '../../../session/session-store.ts';
import { setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

async function setUp(answers: FakeAnswers = {}, more = '') {
  const path = `/deposit/complete?depositId=deposit-1&method=card${more}`;
  const stage = setStage({ path, answers });
  render(stage.element);
  await vi.dynamicImportSettled();
  await pass(500);
  const asked = () => stage.transport.calls.filter(({ name }) => name === 'deposit-status').length;
  return { ...stage, asked };
}

const heading = () => screen.getByRole('heading', { level: 2 }).textContent;

test.each<[DepositState['status'], string]>([
  ['PENDING', 'Waiting for your payment'],
  ['PAYED', 'Deposit received'],
  ['DECLINED', 'Payment declined'],
  ['CANCELED', 'Payment canceled'],
  ['AUTO_CANCELED', 'Time is up'],
])('%s reads "%s"', async (status, title) => {
  await setUp({ 'deposit-status': buildDepositState({ status }) });
  expect(heading()).toBe(title);
  expect(screen.getByText('KS-7Q2M-41XK')).toBeTruthy();
});

test('a push moves it on, the host hears of it, and the balance is asked for again', async () => {
  const { transport, bridge, started } = await setUp();
  started.queryClient.setQueryData(['user-get'], buildUser());
  transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(heading()).toBe('Deposit received');
  expect(bridge.sent).toContainEqual({
    messageType: 'depositStatus',
    payload: { depositId: 'deposit-1', status: 'processed' },
  });
  expect(started.queryClient.getQueryState(['user-get'])?.isInvalidated).toBe(true);
});

test('a push for another deposit changes nothing', async () => {
  const { transport } = await setUp();
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'other', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(heading()).toBe('Waiting for your payment');
});

test('it polls, more seldom in time, and asks anew on every connect', async () => {
  const { transport, asked } = await setUp();
  await pass(60_000);
  const inFirstMinute = asked();
  expect(inFirstMinute).toBeGreaterThanOrEqual(11);
  await pass(60_000);
  expect(asked() - inFirstMinute).toBeLessThan(5);
  const before = asked();
  transport.connect();
  await pass(0);
  expect(asked()).toBe(before + 1);
});

test('it asks at once when the popup is gone or the player is back, which alone prove nothing', async () => {
  const { asked } = await setUp();
  let closePopup = () => {};
  const popup = {
    redirect: () => {},
    close: () => {},
    onClosed: (listener: () => void) => {
      closePopup = listener;
      return () => {};
    },
  };
  act(() =>
    useSessionStore.getState().startDeposit({ depositId: 'deposit-1', redirect: null, popup }),
  );
  const before = asked();
  closePopup();
  await pass(0);
  expect(asked()).toBe(before + 1);
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(asked()).toBe(before + 2);
  expect(heading()).toBe('Waiting for your payment');
});

test('after a minute of waiting the player may go', async () => {
  await setUp();
  await pass(61_000);
  expect(heading()).toBe('We are processing it');
});

test('a declined deposit may still be paid', async () => {
  const { transport } = await setUp({
    'deposit-status': buildDepositState({ status: 'DECLINED' }),
  });
  transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
  await pass(61_000);
  expect(heading()).toBe('Deposit received');
});

test('what arrived is shown where it differs', async () => {
  await setUp({
    'user-get': buildUser(),
    'deposit-status': buildDepositState({ status: 'PAYED', processingAmount: '40.00' }),
  });
  expect(screen.getByText(/€40\.00 arrived instead of €50\.00/)).toBeTruthy();
});

test('what was credited is shown in the currency of the account', async () => {
  await setUp({
    'user-get': buildUser(),
    'deposit-status': buildDepositState({
      status: 'PAYED',
      processingAmount: '54.20',
      processingCurrency: 'USD',
    }),
  });
  expect(screen.getByText(/\$54\.20 was credited/)).toBeTruthy();
  expect(screen.queryByText(/arrived instead/)).toBeNull();
});

test('a lost network leaves what is shown, and a foreign deposit is an error', async () => {
  const { transport } = await setUp();
  transport.answers['deposit-status'] = networkError('lost');
  await pass(20_000);
  expect(heading()).toBe('Waiting for your payment');

  const error = { kind: 'refused', code: 'deposit.notFound', message: '', status: 404 } as const;
  await setUp({ 'deposit-status': new TransportError(error) });
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t find this deposit');
});

test.each([
  ['accepted', 'We are processing it'],
  ['mistaked', 'Payment declined'],
  ['processed', 'Deposit received'],
  ['anything', 'Waiting for your payment'],
])('the address’s status=%s is shown, and goes out of it', async (status, title) => {
  const { router } = await setUp({ 'deposit-status': 'never' }, `&status=${status}`);
  expect(heading()).toBe(title);
  expect(router.getPlace()?.search).toEqual({ depositId: 'deposit-1', method: 'card' });
});
