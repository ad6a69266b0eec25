import { buildDepositState, buildTextField } from '@kassa/test-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { findRow, invoicePath, paid, setUpP2p } from '../testing/set-up-p2p.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refused = (code: string, params = {}) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422, params });
const bkash = { name: 'bkash_p2p', needsConfirmationId: true };
const path = '/deposit/peer-to-peer/invoice?depositId=deposit-1&method=bkash_p2p';
const box = () => screen.findByLabelText<HTMLInputElement>('Confirmation ID');
const accepted = () => screen.findByText('Not confirmed yet');

describe('the confirmation id', () => {
  test.each(['1234567', '12345678901', 'abcdefgh', '1234 567a'])('%s isn’t sent', async (typed) => {
    const { user, callsOf, pathOf } = setUpP2p({ path, method: bkash });
    await user.type(await box(), typed);
    await user.click(await paid());
    expect((await screen.findAllByText(/The confirmation ID has 8 to 10 digits/))[0]).toBeTruthy();
    expect(callsOf('deposit-complete')).toEqual([]);
    expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
  });

  test('is typed on a keypad, in digits of any script and with spaces', async () => {
    const { user, callsOf } = setUpP2p({ path, method: bkash });
    expect(await box()).toMatchObject({ inputMode: 'numeric', dir: 'ltr' });
    await user.type(await box(), '১২৩৪ ৫৬৭৮');
    await user.click(await paid());
    await accepted();
    expect(callsOf('deposit-complete')).toMatchObject([
      { request: { confirmationId: '12345678' } },
    ]);
  });

  test('is required', async () => {
    const { user, callsOf } = setUpP2p({ path, method: bkash });
    await findRow('Card number');
    await user.click(await paid());
    await waitFor(async () => expect((await box()).getAttribute('aria-invalid')).toBe('true'));
    expect(callsOf('deposit-complete')).toEqual([]);
  });

  test('is sent beside the fields of the provider', async () => {
    const inputFields = [buildTextField({ name: 'otp', placeholder: { en: 'Code' } })];
    const { user, callsOf } = setUpP2p({ path, method: bkash, data: { inputFields } });
    await user.type(await screen.findByLabelText('Code'), '77');
    await user.type(await box(), '12345678');
    await user.click(await paid());
    await accepted();
    expect(callsOf('deposit-complete').map(({ request }) => request)).toEqual([
      {
        depositId: 'deposit-1',
        paymentMethod: 'bkash_p2p',
        confirmationId: '12345678',
        fields: { otp: '77' },
      },
    ]);
  });

  test('that the server refuses stays at the field, with what was typed', async () => {
    const params = { field: 'confirmationId', problem: 'rule' };
    const { user, pathOf } = setUpP2p({
      path,
      method: bkash,
      answers: { 'deposit-complete': refused('banking.paymentMethodRegex', params) },
    });
    await user.type(await box(), '12345678');
    await user.click(await paid());
    await waitFor(async () => expect((await box()).getAttribute('aria-invalid')).toBe('true'));
    expect((await box()).value).toBe('12345678');
    expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
  });
});

test('a confirmation that the server refuses stays, with what was typed', async () => {
  const { user, pathOf } = setUpP2p({
    path,
    method: bkash,
    answers: { 'deposit-complete': refused('request.invalid') },
  });
  await user.type(await box(), '12345678');
  await user.click(await paid());
  expect(await screen.findByText('We couldn’t pass that on')).toBeTruthy();
  expect((await box()).value).toBe('12345678');
  expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
});

test.each([
  ['succeeds', buildDepositState()],
  ['is lost', networkError('lost')],
  ['the provider is too slow for', refused('provider.timeout')],
  ['can’t reach the provider', refused('provider.unavailable')],
  ['comes after the end', refused('deposit.notOpen')],
])('the complete page follows a confirmation that %s', async (_, answer) => {
  const { user, pathOf } = setUpP2p({
    path,
    method: bkash,
    answers: { 'deposit-complete': answer },
  });
  await user.type(await box(), '12345678');
  await user.click(await paid());
  await waitFor(() => expect(pathOf()).toBe('/deposit/complete'));
});

describe('a lost confirmation', () => {
  /** Presses the button while the network fails, with a clock of our own. */
  async function lose() {
    const stage = setUpP2p({
      path,
      method: bkash,
      answers: { 'deposit-complete': networkError('lost') },
    });
    await stage.user.type(await box(), '12345678');
    const button = await paid();
    vi.useFakeTimers();
    act(() => button.click());
    await pass(1000);
    return stage;
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('is repeated in the background until it is delivered, with what was typed', async () => {
    const { callsOf, transport, pathOf } = await lose();
    expect(pathOf()).toBe('/deposit/complete');
    expect(callsOf('deposit-complete')).toHaveLength(1);
    await pass(5000);
    expect(callsOf('deposit-complete')).toHaveLength(2);
    transport.answers['deposit-complete'] = buildDepositState();
    await pass(10_000);
    const calls = callsOf('deposit-complete');
    expect(calls).toHaveLength(3);
    expect(calls[2]?.request).toEqual(calls[0]?.request);
    expect(calls[0]?.request).toMatchObject({ confirmationId: '12345678' });
    await pass(10 * 60_000);
    expect(callsOf('deposit-complete')).toHaveLength(3);
  });

  test('is repeated at once where the connection is there again', async () => {
    const { callsOf, transport } = await lose();
    transport.answers['deposit-complete'] = buildDepositState();
    transport.connect();
    await pass(100);
    expect(callsOf('deposit-complete')).toHaveLength(2);
  });

  test('is repeated where the provider couldn’t be reached', async () => {
    const { callsOf, transport } = await lose();
    transport.answers['deposit-complete'] = refused('provider.unavailable');
    await pass(5000);
    await pass(10_000);
    expect(callsOf('deposit-complete')).toHaveLength(3);
  });

  test('is forgotten once the player has corrected it', async () => {
    const { callsOf, transport, user } = await lose();
    transport.answers['deposit-complete'] = buildDepositState();
    vi.useRealTimers();
    await user.click(await screen.findByRole('button', { name: /Show/ }));
    await user.clear(await box());
    await user.type(await box(), '87654321');
    await user.click(await paid());
    await accepted();
    await act(async () => transport.connect());
    expect(callsOf('deposit-complete')).toHaveLength(2);
    expect(callsOf('deposit-complete')[1]?.request).toMatchObject({ confirmationId: '87654321' });
  });

  test('is given up once the deposit has ended', async () => {
    const { callsOf, transport } = await lose();
    transport.answers['deposit-complete'] = refused('deposit.notOpen');
    await pass(10 * 60_000);
    expect(callsOf('deposit-complete')).toHaveLength(2);
  });
});

test('a cancellation that fails shows no error, and leads to the status', async () => {
  const { user, pathOf } = setUpP2p({
    path: invoicePath,
    answers: { 'deposit-cancel': networkError('lost') },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
  await user.click(screen.getByRole('button', { name: 'Cancel the deposit' }));
  await waitFor(() => expect(pathOf()).toBe('/deposit/complete'));
  expect(screen.queryByText('We couldn’t pass that on')).toBeNull();
});

test('the press and the form are reported to analytics, without what was typed', async () => {
  const { user, eventsOf, bridge } = setUpP2p({ path, method: bkash });
  await user.type(await box(), '12345678');
  await user.click(await paid());
  await accepted();
  expect(eventsOf('form_view')).toContainEqual(expect.objectContaining({ form_type: 'p2p' }));
  expect(eventsOf('button')).toContainEqual(
    expect.objectContaining({ button_name: 'paid', form_type: 'p2p' }),
  );
  expect(JSON.stringify(bridge.sent)).not.toContain('12345678');
});
