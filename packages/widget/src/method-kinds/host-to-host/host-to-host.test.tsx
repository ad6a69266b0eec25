import { buildDepositState, buildDepositSummary, buildOffer } from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buildInvoiceDeposit,
  sealText,
} from '../../flows/deposit/created/testing/build-created.ts';
import { networkError } from '../../transport/transport-error.ts';
import { findRow, paid, setUpInvoice, transfer } from './testing/set-up-invoice.tsx';

const number = '8600140441235071';
const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe('the account', () => {
  test('shows its number first, with the reference, then bank and recipient, each to be copied', async () => {
    const { user } = setUpInvoice();
    const card = await findRow('Card number');
    expect(terms()).toEqual([
      'Pay exactly',
      'Card number',
      'Payment description',
      'Bank',
      'Recipient',
    ]);
    expect(card.getByText('8600 1404 4123 5071').getAttribute('dir')).toBe('ltr');
    await user.click(card.getByRole('button', { name: 'Copy: Card number' }));
    expect(await navigator.clipboard.readText()).toBe(number);
    const amount = await findRow('Pay exactly');
    await user.click(amount.getByRole('button'));
    expect(await navigator.clipboard.readText()).toBe('50.00');
  });

  test('is joined with the provider’s other details, each once', async () => {
    const requisites = [
      { name: 'card_number', type: 'card', value: '8600 1404 4123 5071' },
      { name: 'till', title: { en: 'Till number' }, value: '17' },
    ];
    setUpInvoice({ data: { requisites }, payee: { number, fullName: 'Sherzod' } });
    await findRow('Till number');
    expect(terms()).toEqual(['Pay exactly', 'Card number', 'Recipient', 'Till number']);
    // No detail contains it.
    expect(screen.getByText(/^Reference for support: KS-/)).toBeTruthy();
  });

  test('is copied as one text in the player’s language', async () => {
    const { user } = setUpInvoice({ locale: 'ru' });
    await user.click(await screen.findByRole('button', { name: 'Скопировать всё' }));
    const lines = (await navigator.clipboard.readText()).split('\n');
    expect(lines.slice(0, -1)).toEqual([
      'Банковский перевод',
      'Заплатите ровно: 50,00\u00a0€',
      'Банк: Kapitalbank',
      `Номер карты: ${number}`,
      'Получатель: Sherzod Karimov',
      'Назначение платежа: KS-7Q2M-41XK',
    ]);
    expect(lines.at(-1)).toMatch(/^Оплатите до: /);
  });

  test('isn’t there before it is decrypted, nor anywhere but on the page', async () => {
    const logged = vi.spyOn(console, 'error');
    const write = vi.spyOn(Storage.prototype, 'setItem');
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...sealed) => {
      await opened;
      return decrypt(...sealed);
    });
    const { user, started, bridge, transport } = setUpInvoice();
    await screen.findByText('Pay exactly', { selector: 'dt' });
    expect(screen.getByRole('main').querySelector('[aria-busy]')?.getAttribute('aria-busy')).toBe(
      'true',
    );
    expect(document.body.textContent).not.toContain('8600');
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    open();
    await findRow('Card number');
    await user.click(await screen.findByRole('button', { name: 'Copy all' }));
    const cached = started.queryClient.getQueryCache().getAll();
    const kept = cached.map(({ queryKey, state }) => [queryKey, state.data]);
    const everything = JSON.stringify([
      ...[kept, bridge.sent, transport.calls, write.mock.calls, logged.mock.calls],
      ...[{ ...localStorage }, { ...sessionStorage }, location.href, document.title],
    ]);
    expect(everything).not.toMatch(/8600|Sherzod|Kapitalbank/);
    await user.click(await paid());
    await screen.findByText('Not confirmed yet');
    expect(JSON.stringify([bridge.sent, transport.calls])).not.toMatch(/8600|Sherzod/);
  });

  test.each<[string, () => Promise<object>]>([
    ['of another deposit', async () => ({ ...(await sealText('{}')), tag: `${'A'.repeat(22)}==` })],
    ['that is no account', () => sealText('[]')],
    ['that isn’t JSON', () => sealText(number)],
    ['of an account without a number', () => sealText('{"country_code":"UZ"}')],
  ])('in an envelope %s isn’t shown, and another try may help', async (_, seal) => {
    const encoded = (await seal()) as Awaited<ReturnType<typeof sealText>>;
    const { user, transport, bridge } = setUpInvoice({ data: { card: { encoded } } });
    await screen.findByText('The payment details can’t be shown');
    // The reference of the deposit, which its status shows too.
    const { reference } = buildDepositSummary();
    expect(screen.getByText(reference)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    expect(bridge.sent).toContainEqual({
      messageType: 'Metric',
      payload: { name: 'error.reference', value: reference },
    });
    expect(JSON.stringify(bridge.sent)).not.toContain(number);
    const { deposit } = await (transport.answers['deposit-get'] as () => Promise<never>)();
    const seeAgain = (created: unknown) => {
      transport.answers['deposit-get'] = { deposit, created } as never;
      return user.click(screen.getByRole('button', { name: 'Try again' }));
    };
    const another = (await seal()) as Awaited<ReturnType<typeof sealText>>;
    await seeAgain(await buildInvoiceDeposit({ card: { encoded: another } }));
    const told = bridge.sent.filter((sent) => JSON.stringify(sent).includes('error.reference'));
    expect(told).toHaveLength(1);
    await seeAgain(await buildInvoiceDeposit());
    expect(await findRow('Card number')).toBeTruthy();
  });
});

describe('the amount', () => {
  test('that differs from the player’s is explained before they pay', async () => {
    const data = { payment_amount: '50.07' };
    const { user } = setUpInvoice({ data });
    const row = await findRow('Pay exactly');
    expect(row.getByText(/^Not €50\.00, in one transfer: we recognize/)).toBeTruthy();
    await findRow('Card number');
    await user.click(screen.getByRole('button', { name: 'Copy all' }));
    expect(await navigator.clipboard.readText()).toContain('Pay exactly €50.07, not €50.00');
  });

  test.each([
    ['equals it', { payment_amount: '50' }, {}],
    ['has the fee on top', { payment_amount: '51.50' }, { charged: '51.50' }],
    ['is in another currency', { payment_amount: '54.20', payment_currency: 'USD' }, {}],
  ] as const)('that %s needs no explanation', async (_, data, over) => {
    setUpInvoice({ data, over });
    await findRow('Card number');
    expect(screen.queryByText(/Not €/)).toBeNull();
    expect(screen.getByText(/What arrives is what is credited/)).toBeTruthy();
  });
});

describe('beside the account', () => {
  test('a link and a code show, and the account is payable without them', async () => {
    const link = 'upi://pay?pa=k@bank';
    setUpInvoice({ data: { qrCodeText: link, buttonPay: link } });
    await findRow('Card number');
    expect(screen.getByRole('img', { name: 'QR code of the payment' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the payment app' })).toBeTruthy();
    expect(await paid()).toBeTruthy();
  });

  test('the instruction shows, and only the listed buttons', async () => {
    setUpInvoice({ data: { instruction: { text: 'Pay at any desk.' }, buttons: [] } });
    await findRow('Card number');
    expect(screen.getByText('Pay at any desk.')).toBeTruthy();
    expect(screen.getByText(/changes by itself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel deposit' })).toBeNull();
  });

  test('the provider’s page shows as a link, also for a method that opens no popup', async () => {
    const created = await buildInvoiceDeposit();
    const { apiResponse } = created;
    const source = 'https://provider.example/pay/1';
    const { transport, user } = setUpInvoice({
      path: '/deposit/redirect?method=bank',
      answers: { 'deposit-create': { ...created, apiResponse: { ...apiResponse, source } } },
    });
    const open = vi.spyOn(window, 'open');
    transport.answers['deposit-get'] = networkError('lost');
    await user.type(await screen.findByLabelText('Amount'), '50');
    await user.click(await screen.findByRole('button', { name: 'Deposit €50.00' }));
    const link = await screen.findByRole('link', { name: 'Continue to payment' });
    expect(link.getAttribute('href')).toContain(source);
    expect(open).not.toHaveBeenCalled();
  });
});

test.each([8, 9])('a form of card view type %i leads to the invoice', async (cardViewType) => {
  const open = vi.spyOn(window, 'open');
  let create = (_: Awaited<ReturnType<typeof buildInvoiceDeposit>>) => {};
  const created = new Promise<Parameters<typeof create>[0]>((resolve) => {
    create = resolve;
  });
  const { user, callsOf } = setUpInvoice({
    path: '/deposit/redirect?method=bank',
    answers: {
      'methods-payment-v3': buildOffer([{ ...transfer, cardViewType }]),
      'deposit-create': () => created,
    },
  });
  await user.type(await screen.findByLabelText('Amount'), '50');
  await user.click(await screen.findByRole('button', { name: 'Deposit €50.00' }));
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(1));
  // While creating it counts as processing, and the server is told where the page is closed.
  const button = screen.getByRole('button', { name: 'Deposit €50.00' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  window.dispatchEvent(new Event('pagehide'));
  expect(callsOf('session-form-on-close-modal')).toMatchObject([
    { keepalive: true, request: { paymentMethod: 'bank', paymentSessionId: 'session-1' } },
  ]);
  create(await buildInvoiceDeposit());
  expect(await findRow('Card number')).toBeTruthy();
  window.dispatchEvent(new Event('pagehide'));
  expect(callsOf('session-form-on-close-modal')).toHaveLength(1);
  expect(open).not.toHaveBeenCalled();
});

test('an expired invoice hides its account, and offers another deposit', async () => {
  setUpInvoice({
    data: { created: '2026-01-01T00:00:00Z' },
    answers: { 'deposit-status': buildDepositState() },
  });
  expect(await screen.findByText('Time is up')).toBeTruthy();
  expect(screen.queryByText(/8600/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
  expect(screen.getByRole('button', { name: 'New deposit of €50.00' })).toBeTruthy();
});
