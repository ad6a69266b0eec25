import { buildCreatedDeposit, buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StageOptions } from '../../testing/stage.tsx';
import { TransportError } from '../../transport/transport-error.ts';
import { createFakePopup, setUpForm } from './testing/set-up-form.tsx';

let fake: ReturnType<typeof createFakePopup>;

beforeEach(() => {
  fake = createFakePopup();
  vi.spyOn(window, 'open').mockImplementation(fake.open);
});
afterEach(() => void vi.restoreAllMocks());

const code = 'c'.repeat(43);
const posted = buildCreatedDeposit({ method: 'POST', data: { order: 'secret-7' } });
const notOpen = new TransportError({ kind: 'refused', code: 'deposit.notOpen', message: '' });
const answers: StageOptions['answers'] = {
  'methods-payment-v3': buildOffer([buildPaymentMethod({ notifiesHostOnRedirect: true })]),
  'deposit-create': posted,
  'deposit-page-code': { code },
};

/** Expects that the browser was sent to our own page with the code, and without payment data. */
function expectFormOpened(times: number) {
  expect(fake.open).toHaveBeenCalledTimes(times);
  const [url, ...rest] = vi.mocked(window.open).mock.lastCall ?? [];
  expect(rest).toEqual(['_blank', 'noopener,noreferrer']);
  const { pathname, hash, href } = new URL(String(url));
  expect([pathname, hash]).toEqual(['/kassa/form', `#code=${code}`]);
  expect(href).not.toContain('secret-7');
}

const waiting = () => screen.findByText('Waiting for your payment');

test('a form is posted in the system’s browser, by a code', async () => {
  const { pay, callsOf, messagesOf } = await setUpForm({ isNative: true, answers });
  await pay('50');
  await waiting();
  expectFormOpened(1);
  expect(messagesOf('externalRedirect')).toHaveLength(1);
  expect(callsOf('deposit-page-code')).toMatchObject([{ request: { depositId: 'deposit-1' } }]);
});

test('the complete page opens it again, each time with a new code', async () => {
  const { pay, user, callsOf } = await setUpForm({ isNative: true, answers });
  await pay('50');
  await waiting();
  await user.click(await screen.findByRole('button', { name: 'Open the payment page again' }));
  expectFormOpened(2);
  expect(callsOf('deposit-page-code')).toHaveLength(2);
});

test('without a code no page is opened or reported, and a press tries again', async () => {
  const { pay, user, messagesOf, transport } = await setUpForm({
    isNative: true,
    answers: { ...answers, 'deposit-page-code': notOpen },
  });
  await pay('50');
  const again = await screen.findByRole('button', { name: 'Continue to payment' });
  expect(fake.open).not.toHaveBeenCalled();
  await user.click(again);
  expect(await screen.findByText('The payment page could not be opened')).toBeTruthy();
  expect(screen.queryByText('The deposit was not created')).toBeNull();
  expect(fake.open).not.toHaveBeenCalled();
  expect(messagesOf('externalRedirect')).toEqual([]);

  transport.answers['deposit-page-code'] = { code };
  await user.click(again);
  await waiting();
  expectFormOpened(1);
  expect(messagesOf('externalRedirect')).toHaveLength(1);
});

test('a second press while the code is requested sends no second request', async () => {
  const { pay, user, callsOf } = await setUpForm({ isNative: true, answers });
  await pay('50');
  await waiting();
  await user.dblClick(await screen.findByRole('button', { name: 'Open the payment page again' }));
  expect(callsOf('deposit-page-code')).toHaveLength(2);
});
