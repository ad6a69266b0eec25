import { buildDepositState } from '@kassa/test-kit';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildPayTree } from '../../../app/pay-page/build-pay-tree.ts';
import { sealText } from '../../../flows/deposit/created/testing/build-created.ts';
import { findDropdown } from '../../../testing/find-dropdown.ts';
import { layOutLists } from '../../../testing/lay-out.ts';
import { networkError } from '../../../transport/transport-error.ts';
import {
  banks,
  buildP2pInvoice,
  cardNumber,
  findRow,
  invoicePath,
  paid,
  setUpP2p,
} from '../testing/set-up-p2p.tsx';

layOutLists();

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const path = invoicePath;
const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

test('it shows amount, card, description, bank, phone and holder, a warning and the time', async () => {
  setUpP2p({ path });
  await findRow('Card number');
  expect(terms()).toEqual([
    'Pay exactly',
    'Card number',
    'Payment description',
    'Bank',
    'Phone number',
    'Recipient',
  ]);
  expect(screen.getByText(/Send the exact amount in one transfer/)).toBeTruthy();
  expect(screen.getByText(/from your own account or card/)).toBeTruthy();
  expect(screen.getByRole('timer').parentElement?.textContent).toMatch(
    /^1[45]:\d\d left.* · you can close this page and come back$/,
  );
  expect(await paid()).toBeTruthy();
});

test('there is no fold while the details are read, and none speaks of a reference among them', async () => {
  const words = () => document.querySelector('summary')?.textContent;
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt').mockReturnValue(new Promise(() => {}));
  setUpP2p({ path });
  await screen.findByText('Pay exactly');
  expect(words()).toBeUndefined();
  cleanup();
  decrypt.mockRestore();
  setUpP2p({ path });
  await findRow('Card number');
  expect(words()).toBe('Save picture');
});

describe('the sum', () => {
  const sum = async () => (await findRow('Pay exactly')).getAllByRole('definition');

  test('that is processed as another one is explained beneath it', async () => {
    setUpP2p({ path, data: { processingAmount: '54.20', processingCurrency: 'USD' } });
    const words = 'You asked for €50.00. The payment is processed as $54.20.';
    expect((await sum()).at(-1)?.textContent).toBe(words);
  });

  test('that differs from the requested one is explained beneath it', async () => {
    setUpP2p({ path, data: { payment_amount: '50.07' } });
    expect((await sum()).at(-1)?.textContent).toMatch(/^Not €50\.00, .*by the exact amount/);
  });

  test.each([
    ['is that', {}],
    ['is processed as that', { processingAmount: '50', processingCurrency: 'EUR' }],
  ])('that %s needs no explanation', async (_, data) => {
    setUpP2p({ path, data });
    expect((await sum()).at(-1)?.textContent).toMatch(/^Send the exact amount/);
  });
});

describe('the method', () => {
  test('that guarantees the credit says so', async () => {
    setUpP2p({ path, method: { isGuaranteed: true } });
    expect(await screen.findByText(/^This payment is guaranteed/)).toBeTruthy();
  });

  test('that doesn’t says nothing of it, and has neither support nor instruction', async () => {
    setUpP2p({ path });
    await findRow('Card number');
    expect(screen.queryByText(/guaranteed/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'How to transfer from your bank' })).toBeNull();
  });

  test('leads to its support in another window, and analytics learns of it', async () => {
    const { user, eventsOf } = setUpP2p({
      path,
      method: { supportUrl: 'https://help.example/kg' },
    });
    const link = await screen.findByRole('link', { name: 'Contact support' });
    expect(link.getAttribute('href')).toBe('https://help.example/kg');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(eventsOf('button')).toContainEqual(expect.objectContaining({ button_name: 'support' }));
  });

  test.each(['tg://resolve?domain=help', 'mailto:help@casino.example'])(
    'leads to a support at %s without a window, and in a native app with one',
    async (supportUrl) => {
      setUpP2p({ path, method: { supportUrl } });
      const link = await screen.findByRole('link', { name: 'Contact support' });
      expect(link.getAttribute('href')).toBe(supportUrl);
      expect(link.getAttribute('target')).toBeNull();
      cleanup();
      setUpP2p({ path, method: { supportUrl }, isNative: true });
      const inApp = await screen.findByRole('link', { name: 'Contact support' });
      expect(inApp.getAttribute('target')).toBe('_blank');
    },
  );

  test.each(['javascript:alert(1)', 'upi://pay?pa=x@y', 'http://help.example/'])(
    'with a support at %s shows no link, whatever schemes it declares',
    async (supportUrl) => {
      setUpP2p({ path, method: { supportUrl, linkSchemes: ['upi', 'http', 'javascript'] } });
      await findRow('Card number');
      expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull();
    },
  );

  test('leads to the instruction of its banks and back', async () => {
    const { user, pathOf, router } = setUpP2p({ path, method: { banks } });
    await user.click(await screen.findByRole('link', { name: 'How to transfer from your bank' }));
    await screen.findByRole('list', { name: 'Which bank do you pay from?' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await findRow('Card number');
    expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
    expect(router.getPlace()?.search).toMatchObject({ depositId: 'deposit-1' });
  });
});

test('a deposit that is canceled already leads to its status by itself', async () => {
  const { pathOf } = setUpP2p({
    path,
    answers: { 'deposit-status': buildDepositState({ status: 'CANCELED' }) },
  });
  await waitFor(() => expect(pathOf()).toBe('/deposit/complete'));
});

test.each([
  ['credited', 'PAYED', '€50.00 received'],
  ['canceled', 'CANCELED', 'Payment canceled'],
] as const)(
  'a deposit that is %s leads to its status by the poll of 5 s',
  async (_, status, words) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { transport, callsOf, pathOf } = setUpP2p({ path });
    await findRow('Card number');
    const polls = callsOf('deposit-status').length;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(callsOf('deposit-status')).toHaveLength(polls + 1);
    expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
    transport.answers['deposit-status'] = buildDepositState({ status });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(pathOf()).toBe('/deposit/complete');
    expect(callsOf('deposit-complete')).toEqual([]);
  },
);

test('a reload shows the invoice again', async () => {
  const first = setUpP2p();
  await first.pay();
  await findRow('Card number');
  const { path: at, search } = first.router.getPlace() ?? {};
  document.body.replaceChildren();
  const query = new URLSearchParams(Object.entries(search ?? {}).filter(isGiven));
  setUpP2p({ path: `${at}?${query}` });
  expect((await findRow('Card number')).getByText('8600 1404 4123 5071')).toBeTruthy();
  expect(await paid()).toBeTruthy();
  expect(screen.queryByText(/^You started this payment before/)).toBeNull();
});

const isGiven = (entry: [string, string | undefined]): entry is [string, string] =>
  entry[1] !== undefined;

test('on another device the invoice shows alone, without the instruction', async () => {
  const deposit = { depositId: 'deposit-1', paymentMethod: 'card_p2p' };
  const { pathOf } = setUpP2p({
    path,
    method: { banks },
    isSingleDeposit: true,
    tree: buildPayTree('Peer to peer invoice', deposit),
  });
  expect((await findRow('Card number')).getByText('8600 1404 4123 5071')).toBeTruthy();
  expect(pathOf()).toBe('/deposit/peer-to-peer/invoice');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'How to transfer from your bank' })).toBeNull();
});

test('an account that can’t be read is reported to the host', async () => {
  const encoded = await sealText('[]');
  const { messagesOf } = setUpP2p({ path, data: { card: { encoded } } });
  expect(await screen.findByText('The payment details can’t be shown')).toBeTruthy();
  expect(messagesOf('onInvalidP2PResponse')).toMatchObject([
    { payload: { paymentType: 'card_p2p', paymentMethod: 'card_p2p' } },
  ]);
});

test('no part of the account is kept or sent anywhere', async () => {
  const logged = ['log', 'info', 'warn', 'error'] as const;
  const spies = logged.map((level) => vi.spyOn(console, level));
  const { pay, user, router, started, bridge, transport, history } = setUpP2p({
    playerKey: 'player',
    method: { banks, needsConfirmationId: true },
    answers: { 'deposit-check': networkError('lost') },
  });
  await user.click(await findDropdown(/^Your bank/));
  await user.click(await screen.findByRole('option', { name: 'Asaka' }));
  await pay();
  await findRow('Card number');
  await user.type(await screen.findByLabelText('Confirmation ID'), '12345678');
  const everything = () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      [history.address, history.entry, window.history.state, document.title],
      router.getPlace()?.search,
      started.queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state }) => [queryKey, state.data]),
      [bridge.sent, transport.calls],
      spies.map(({ mock }) => mock.calls),
    ]);
  expect(everything()).not.toMatch(/8600|Sherzod|998901234567/);
  await user.click(await paid());
  await screen.findByText('Not confirmed yet');
  expect(everything()).not.toMatch(/8600|Sherzod|998901234567/);
  expect(everything()).not.toContain(cardNumber);
  expect(JSON.stringify(await buildP2pInvoice())).not.toContain(cardNumber);
});
