import { buildDepositState, buildDepositSummary, buildTextField } from '@kassa/test-kit';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilFound } from '../../testing/until-found.ts';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { findRow, paid, setUpInvoice } from './testing/set-up-invoice.tsx';

const otp = buildTextField({
  name: 'otp',
  placeholder: { en: 'Number of the transfer' },
  validations: [{ regex: '^\\d{6}$', message: { en: 'Six digits' } }],
});
const withField = { data: { inputFields: [otp] } };
const box = () => screen.findByLabelText<HTMLInputElement>('Number of the transfer');
const refused = (code: string, params = {}) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422, params });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets time pass, and what it starts settle. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the confirmation', () => {
  test.each([
    ['succeeds', buildDepositState()],
    ['is lost', networkError('lost')],
    ['is refused', refused('server.error')],
  ])('leads to the accepted payment where it %s', async (_, answer) => {
    const { user, router, callsOf, bridge } = setUpInvoice({
      answers: { 'deposit-complete': answer },
    });
    await findRow('Card number');
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
    expect(router.getPlace()).toMatchObject({ path: '/deposit/complete' });
    expect(callsOf('deposit-complete')).toHaveLength(1);
    expect(bridge.sent).toContainEqual({
      messageType: 'depositStatus',
      payload: { depositId: 'deposit-1', status: 'accepted' },
    });
  });

  test('of a deposit that has ended shows its status', async () => {
    const { user } = setUpInvoice({
      answers: { 'deposit-complete': refused('deposit.notOpen') },
    });
    await findRow('Card number');
    await user.click(await paid());
    await waitFor(() => expect(screen.queryByText('Not confirmed yet')).toBeNull());
    expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy();
  });

  test('keeps what was typed where it is lost, and can be repeated', async () => {
    const { user, transport, callsOf } = setUpInvoice({
      ...withField,
      answers: { 'deposit-complete': networkError('lost') },
    });
    await user.type(await box(), '123456');
    await user.click(await paid());
    expect(await screen.findByText('We couldn’t pass that on')).toBeTruthy();
    expect((await box()).value).toBe('123456');
    transport.answers['deposit-complete'] = buildDepositState();
    await user.click(await paid());
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
    expect(callsOf('deposit-complete').at(-1)?.request).toEqual({
      depositId: 'deposit-1',
      paymentMethod: 'bank',
      fields: { otp: '123456' },
    });
  });

  test('stays at the field that the server refuses', async () => {
    const params = { field: 'otp', problem: 'missing' };
    const { user } = setUpInvoice({
      ...withField,
      answers: { 'deposit-complete': refused('banking.paymentMethodRegex', params) },
    });
    await user.type(await box(), '123456');
    await user.click(await paid());
    await waitFor(async () => expect((await box()).getAttribute('aria-invalid')).toBe('true'));
    expect((await box()).value).toBe('123456');
  });

  test('isn’t sent with a field that breaks its rule', async () => {
    const { user, callsOf } = setUpInvoice(withField);
    await user.type(await box(), '12');
    await user.click(await paid());
    expect((await screen.findAllByText(/Six digits/))[0]).toBeTruthy();
    expect(callsOf('deposit-complete')).toEqual([]);
  });
});

test('a cancellation asks first, and shows the status', async () => {
  const { user, callsOf, router } = setUpInvoice();
  await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
  expect(callsOf('deposit-cancel')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel the deposit' }));
  await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/complete'));
});

describe('the watch', () => {
  test('asks every 5 s for as long as the invoice stands, and less often after it', async () => {
    vi.useFakeTimers();
    const { callsOf, transport } = setUpInvoice({ data: { lifetime: 15 * 60 } });
    await untilFound(() => screen.getByText('Card number'));
    const during = async (ms: number) => {
      const before = callsOf('deposit-status').length;
      await pass(ms);
      return callsOf('deposit-status').length - before;
    };
    expect(await during(60_000)).toBe(12);
    await pass(9 * 60_000);
    // A connection changes nothing.
    transport.connect();
    await pass(1000);
    expect(await during(60_000)).toBe(12);
    await pass(5 * 60_000);
    expect(screen.getByText('Time is up')).toBeTruthy();
    expect(await during(60_000)).toBe(4);
  });

  test.each([
    ['PAYED', 1, '€50.00 received'],
    ['CANCELED', 2, 'Payment canceled'],
  ] as const)('a push of %s ends it at once', async (word, status, title) => {
    const { transport } = setUpInvoice();
    await findRow('Card number');
    transport.answers['deposit-status'] = buildDepositState({ status: word });
    const data = { depositId: 'deposit-1', status, word, amount: '50.00', currency: 'EUR' };
    act(() => transport.push({ name: 'deposit.status', data }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByText(/8600/)).toBeNull();
  });

  test('a poll ends it where no push comes, as for an operator’s cancellation', async () => {
    vi.useFakeTimers();
    const { transport } = setUpInvoice();
    await untilFound(() => screen.getByText('Card number'));
    transport.answers['deposit-status'] = buildDepositState({ status: 'CANCELED' });
    await pass(5000);
    await pass(100);
    expect(screen.getByText('Payment canceled')).toBeTruthy();
  });
});

describe('a resumed invoice', () => {
  const began = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

  test('has the same account and clock after a reload', async () => {
    const data = { created: began(5) };
    setUpInvoice({ data });
    await findRow('Card number');
    expect(screen.getByRole('timer').textContent).toMatch(/^(10:00|09:5\d)/);
    cleanup();
    setUpInvoice({ data });
    expect((await findRow('Card number')).getByText('8600 1404 4123 5071')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^(10:00|09:[45]\d)/);
  });

  test('keeps the server’s time where the device’s clock is wrong by hours', async () => {
    const over = { createdAt: began(185), expiresAt: began(180 - 15) };
    setUpInvoice({ data: { created: began(185) }, over, now: began(180) });
    await findRow('Card number');
    expect(screen.getByRole('timer').textContent).toMatch(/^(10:0\d|09:[45]\d)/);
  });

  test('is found again from the bar of the list, and by a step back', async () => {
    const deposits = [buildDepositSummary({ paymentMethod: 'bank' })];
    const { user, router } = setUpInvoice({
      path: '/deposit',
      answers: { 'deposit-list': { deposits } },
    });
    const button = await screen.findByRole('button', { name: 'Continue' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    await user.click(button);
    expect(await findRow('Card number')).toBeTruthy();
    act(() => router.back());
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('that was reported as paid is accepted on the complete page, and shows again', async () => {
    const { user, bridge } = setUpInvoice({
      path: '/deposit/complete?depositId=deposit-1&method=bank',
      over: { isReported: true },
    });
    expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
    expect(bridge.sent).toContainEqual({
      messageType: 'depositStatus',
      payload: { depositId: 'deposit-1', status: 'accepted' },
    });
    await user.click(await screen.findByRole('button', { name: /Show the payment details/ }));
    expect(await findRow('Card number')).toBeTruthy();
  });
});
