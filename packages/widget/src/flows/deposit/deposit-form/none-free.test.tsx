import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setUpForm } from '../../../method-kinds/redirect/testing/set-up-form.tsx';
import { TransportError } from '../../../transport/transport-error.ts';

const bank = buildPaymentMethod({
  name: 'bank',
  cardViewType: 9,
  category: 'bankTransfer',
  text: { en: 'Bank transfer' },
});
const upi = buildPaymentMethod({ name: 'upi', text: { en: 'UPI' } });
const refused = (code: string, params = {}) =>
  new TransportError({
    kind: 'refused',
    code,
    message: '',
    status: 422,
    reference: 'KR-7Q2M-41XK',
    params,
  });
const noneFree = refused('requisites.noneFree');

const setUp = (methods = [bank, upi], refusal = noneFree) =>
  setUpForm({
    path: '/deposit/redirect?method=bank',
    answers: { 'methods-payment-v3': buildOffer(methods), 'deposit-create': refusal },
  });

test('where no account is free the form stays, and another method takes the amount', async () => {
  const { pay, user, amount, router } = await setUp();
  await pay('50');
  expect(await screen.findByText(/^There is no account to pay this amount into/)).toBeTruthy();
  expect(screen.queryByText('The deposit was not created')).toBeNull();
  expect(amount.value).toBe('50');
  await user.click(screen.getByRole('button', { name: 'Use', description: 'Try UPI' }));
  await waitFor(() => expect(router.getPlace()?.search.method).toBe('upi'));
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('50');
});

test('without another method the reason shows alone, and a press tries again', async () => {
  const { pay, press, callsOf, transport } = await setUp([bank]);
  await pay('50');
  await screen.findByText(/^There is no account to pay this amount into/);
  expect(screen.queryByRole('button', { name: 'Use' })).toBeNull();
  transport.answers['deposit-create'] = 'never';
  await press();
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
  expect(screen.queryByText(/^There is no account to pay this amount into/)).toBeNull();
  const [first, second] = callsOf('deposit-create');
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
});

test.each([
  ['invoices.tooMany', {}, /^You have several unpaid deposits open\./],
  [
    'invoices.paused',
    { until: new Date(2031, 4, 6, 7, 8).toISOString() },
    /left unpaid. You can make the next one from May 6, 2031, 7:08/,
  ],
  [
    'invoices.paused',
    { until: new Date(2031, 4, 5, 7, 8).toISOString() },
    /left unpaid. You can make the next one from 7:08/,
  ],
  ['invoices.paused', { until: 'nonsense' }, /left unpaid, so the next one has to wait/],
])(
  'a player who has left invoices unpaid (%s, %j) is told, and can use another method',
  async (code, params, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2031, 4, 5, 6, 0) });
    onTestFinished(() => void vi.useRealTimers());
    const { pay } = await setUp([bank, upi], refused(code, params));
    await pay('50');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText('The deposit was not created')).toBeNull();
    expect(screen.getByRole('button', { name: 'Use', description: 'Try UPI' })).toBeTruthy();
  },
);
