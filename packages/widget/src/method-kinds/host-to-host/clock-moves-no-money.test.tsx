import type { CallName } from '@kassa/contract';
import { buildDepositState, buildDepositSummary, buildTextField } from '@kassa/test-kit';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  buildCodeDeposit,
  buildFound,
  buildUnifiedDeposit,
} from '../../flows/deposit/created/testing/build-created.ts';
import { type StageOptions, setStage } from '../../testing/stage.tsx';
import { untilFound } from '../../testing/until-found.ts';
import { answerInvoice, invoicePath } from './testing/set-up-invoice.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => void vi.useRealTimers());

/** The calls that only read. */
const readings: ReadonlySet<CallName> = new Set<CallName>([
  'deposit-get',
  'deposit-limits',
  'deposit-list',
  'deposit-status',
  'events',
  'methods-payment-v3',
  'user-get',
]);

const hourMs = 3_600_000;
const inputFields = [buildTextField({ name: 'otp' })];
const query = '?depositId=deposit-1&method=bank';
const over = { paymentMethod: 'bank' };
const ended = buildDepositState({ status: 'AUTO_CANCELED' });

const screens: [string, StageOptions][] = [
  ['an invoice', { path: invoicePath, answers: answerInvoice() }],
  [
    'an invoice with fields',
    { path: invoicePath, answers: answerInvoice({ data: { inputFields } }) },
  ],
  [
    'an invoice that the server has ended',
    { path: invoicePath, answers: { ...answerInvoice(), 'deposit-status': ended } },
  ],
  [
    'a unified form',
    {
      path: `/deposit/redirect/unified-form${query}`,
      answers: { ...answerInvoice(), 'deposit-get': () => buildFound(buildUnifiedDeposit(), over) },
    },
  ],
  [
    'a code',
    {
      path: `/deposit/redirect/pix${query}`,
      answers: {
        ...answerInvoice(),
        'deposit-get': () => buildFound(buildCodeDeposit('pix'), over),
      },
    },
  ],
  ['the complete page', { path: `/deposit/complete${query}`, answers: answerInvoice() }],
  [
    'the list with an unfinished deposit',
    {
      path: '/deposit',
      answers: { ...answerInvoice(), 'deposit-list': { deposits: [buildDepositSummary(over)] } },
    },
  ],
  ['the form', { path: '/deposit/redirect?method=bank', answers: answerInvoice() }],
];

test.each(screens)('hours on %s move no money, however the clock jumps', async (_, options) => {
  const { element, transport } = setStage(options);
  render(element);
  await untilFound(() =>
    expect(screen.getByRole('main').querySelector('[aria-busy]')?.getAttribute('aria-busy')).toBe(
      'false',
    ),
  );
  const called = () => transport.calls.map(({ name }) => name);
  expect(called()).toContain('methods-payment-v3');
  // Past every deadline of the screen, second by second.
  await act(() => vi.advanceTimersByTimeAsync(hourMs));
  for (const hours of [6, -12, 30 * 24]) {
    await act(async () => {
      vi.setSystemTime(Date.now() + hours * hourMs);
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
      transport.connect();
      await vi.advanceTimersByTimeAsync(120_000);
    });
  }
  expect(called().filter((name) => !readings.has(name))).toEqual([]);
});
