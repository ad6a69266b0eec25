import {
  cardViewTypes,
  type DepositState,
  type ExternalRedirect,
  type TakenBack,
} from '@kassa/contract';
import {
  buildCreatedDeposit,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
  buildUser,
} from '@kassa/test-kit';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '../../../session/session-store.ts';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import {
  buildCodeDeposit,
  buildUnifiedDeposit,
  pixText,
} from '../created/testing/build-created.ts';
import { heading, pass, press, settle, setUpComplete } from './testing/set-up-complete.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each<[DepositState['status'], string]>([
  ['PENDING', 'Waiting for your payment'],
  ['PAYED', '€50.00 received'],
  ['DECLINED', 'Payment declined'],
  ['CANCELED', 'Payment canceled'],
  ['AUTO_CANCELED', 'Time is up'],
])('%s reads "%s"', async (status, title) => {
  await setUpComplete({ 'deposit-status': buildDepositState({ status }) });
  expect(heading()).toBe(title);
  expect(screen.getByText('KS-7Q2M-41XK')).toBeTruthy();
});

test('a push changes the status, the host is told, and the balance is loaded again', async () => {
  const { transport, bridge, started } = await setUpComplete();
  const count = () => transport.calls.filter(({ name }) => name === 'user-get').length;
  started.queryClient.setQueryData(['user-get'], buildUser());
  const before = count();
  transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(heading()).toBe('€50.00 received');
  expect(bridge.sent).toContainEqual({
    messageType: 'depositStatus',
    payload: { depositId: 'deposit-1', status: 'processed' },
  });
  expect(count()).toBeGreaterThan(before);
});

test('the row of the reference is there before a push is followed by an answer', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof buildDepositState>>();
  const { transport } = await setUpComplete({ 'deposit-status': () => promise });
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 0, word: 'PENDING', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  const row = screen.getByText('Reference').closest('div');
  expect(row?.textContent).toBe('Reference');
  resolve(buildDepositState());
  await pass(0);
  expect(row?.textContent).toContain('KS-7Q2M-41XK');
});

test('a push with an unknown status becomes accepted, and the status is loaded', async () => {
  const { transport, asked } = await setUpComplete();
  const before = asked();
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 9, amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(heading()).toBe('Not confirmed yet');
  expect(asked()).toBe(before + 1);
});

test('a push for another deposit changes nothing', async () => {
  const { transport } = await setUpComplete();
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'other', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(heading()).toBe('Waiting for your payment');
});

test('it polls less and less often, and loads the status on every connect', async () => {
  const { transport, asked } = await setUpComplete();
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

/** Opens the payment page of the deposit in a popup. Returns a function that closes it. */
function openPopup(redirect: ExternalRedirect | null = null) {
  let closePopup = (_isReturned: boolean) => {};
  const popup = {
    redirect: () => {},
    close: () => {},
    onClosed: (listener: typeof closePopup) => {
      closePopup = listener;
      return () => {};
    },
  };
  act(() => useSessionStore.getState().startDeposit({ depositId: 'deposit-1', redirect, popup }));
  return (isReturned: boolean) => closePopup(isReturned);
}

describe('a payment page that the player closed', () => {
  const redirect = { method: 'GET', url: 'https://provider.example/pay/1' } as const;
  const buttons = () =>
    [...document.querySelectorAll('footer :is(a, button)')].map(({ textContent }) => textContent);

  /** Closes the payment page's window. */
  async function close({ isReturned = false, isInFront = false, search = '' } = {}) {
    vi.spyOn(document, 'hasFocus').mockReturnValue(!isInFront);
    const stage = await setUpComplete({}, search);
    const closePopup = openPopup(redirect);
    closePopup(isReturned);
    await pass(600);
    return stage;
  }

  test('is told, and the way back comes first, also after the minute', async () => {
    await close();
    expect(heading()).toBe('You closed the payment page');
    expect(screen.getByText(/^If you paid, we will see it\./)).toBeTruthy();
    expect(buttons()).toEqual(['Open it again', 'Choose another method']);
    await pass(61_000);
    expect(heading()).toBe('You closed the payment page');
    expect(buttons()).toEqual(['Open it again', 'Close', 'Make another deposit']);
    expect(screen.queryByText(/charged/)).toBeNull();
  });

  test('is told no more once it was opened again', async () => {
    await close();
    const link = screen.getByRole('link', { name: 'Open it again' });
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    await pass(100);
    expect(heading()).toBe('Waiting for your payment');
  });

  test('is told no more once the player says that they have paid', async () => {
    await close({ search: '&status=accepted' });
    expect(heading()).toBe('Not confirmed yet');
    expect(screen.queryByText(/page again/)).toBeNull();
    expect(buttons()).toEqual(['Close']);
  });

  test('matters no more once money or an end came', async () => {
    const { transport } = await close();
    transport.answers['deposit-status'] = buildDepositState({ isReceived: true });
    transport.connect();
    await pass(100);
    expect(heading()).toBe('We are processing it');
    transport.answers['deposit-status'] = buildDepositState({ status: 'CANCELED', isUnpaid: true });
    transport.connect();
    await pass(100);
    expect(heading()).toBe('Payment canceled');
    expect(screen.getByText('Nothing was charged.')).toBeTruthy();
  });

  test.each([
    ['the provider returned the player', { isReturned: true }],
    ['the provider’s page has only cut it off, and is still in front', { isInFront: true }],
  ])('is not told where %s', async (_, how) => {
    await close(how);
    expect(heading()).toBe('Waiting for your payment');
  });
});

test('a canceled deposit is no failure, and says that nothing was charged only where that is known', async () => {
  const { transport } = await setUpComplete({
    'deposit-status': buildDepositState({ status: 'CANCELED' }),
  });
  const picture = () => screen.getByRole('heading', { level: 2 }).previousElementSibling;
  expect(picture()?.className).toContain('quiet');
  expect(screen.getByText(/If you did pay, the money is credited/)).toBeTruthy();
  const [first] = document.querySelectorAll('footer button');
  expect(first?.textContent).toBe('Choose another method');
  transport.answers['deposit-status'] = buildDepositState({ status: 'CANCELED', isUnpaid: true });
  transport.connect();
  await pass(100);
  expect(screen.getByText('Nothing was charged.')).toBeTruthy();
  // A push doesn't hold it.
  transport.answers['deposit-status'] = 'never';
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 2, word: 'CANCELED', amount: '50.00', currency: 'EUR' },
  });
  await pass(100);
  expect(screen.getByText('Nothing was charged.')).toBeTruthy();
});

test('after “I have paid” there are three short sentences and one button', async () => {
  await setUpComplete({}, '&status=accepted');
  expect(heading()).toBe('Not confirmed yet');
  const said = screen.getByText(/hasn’t told us yet/).textContent ?? '';
  expect(said.match(/\./g)).toHaveLength(3);
  const footer = document.querySelector('footer');
  expect(footer?.querySelectorAll('button, a')).toHaveLength(1);
  expect(footer?.textContent).toBe('Close');
});

test('it loads the status when the popup is gone or the player is back, which alone change nothing', async () => {
  const { asked } = await setUpComplete();
  const closePopup = openPopup();
  const before = asked();
  closePopup(true);
  await pass(0);
  expect(asked()).toBe(before + 1);
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(asked()).toBe(before + 2);
  expect(heading()).toBe('Waiting for your payment');
});

test('after a minute the words say what is known, and the payment page can be opened until an end', async () => {
  const { transport } = await setUpComplete({
    'deposit-get': { deposit: buildDepositSummary(), created: buildCreatedDeposit() },
  });
  const link = () => screen.queryByRole('link', { name: 'Open the payment page again' });
  await pass(61_000);
  expect(heading()).toBe('Not confirmed yet');
  expect(
    screen.getByText(/hasn’t told us yet\. If you haven’t paid yet, you still can/),
  ).toBeTruthy();
  expect(link()).not.toBeNull();
  transport.answers['deposit-status'] = buildDepositState({ isReceived: true });
  transport.connect();
  await pass(0);
  expect(heading()).toBe('We are processing it');
  expect(screen.getByText(/The money has arrived/)).toBeTruthy();
  expect(link()).toBeNull();
});

test('after a minute a payment in a chat waits for the agent', async () => {
  const agent = buildPaymentMethod({ cardViewType: cardViewTypes.cash });
  await setUpComplete({
    'methods-payment-v3': buildOffer([agent]),
    'deposit-get': { deposit: buildDepositSummary(), created: buildCreatedDeposit() },
  });
  await pass(61_000);
  expect(screen.getByText(/The agent hasn’t told us yet/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the chat again' })).toBeTruthy();
});

describe('a payment by a code that the player has reported', () => {
  const found = (lifetime: number) => ({
    deposit: buildDepositSummary({ paymentMethod: 'card', isReported: true }),
    created: buildCodeDeposit('pix', { qrCodeText: pixText, lifetime }),
  });
  const showCode = () => screen.queryByRole('button', { name: /^Show the code again/ });

  test('shows its code again', async () => {
    const { router } = await setUpComplete(
      { 'deposit-get': found(900), 'deposit-complete': buildDepositState() },
      '&status=accepted',
    );
    expect(heading()).toBe('Not confirmed yet');
    expect(screen.getByRole('timer').textContent).toMatch(/1[45]:\d\d/);
    await press(/^Show the code again/);
    expect(router.getPlace()?.path).toBe('/deposit/redirect/pix');
    expect(
      screen.getByLabelText<HTMLTextAreaElement>(/Pix code/, { selector: 'textarea' }),
    ).toBeTruthy();
    await press('I have paid');
    expect(router.getPlace()?.path).toBe('/deposit/complete');
  });

  test('shows it only for as long as the code lives', async () => {
    await setUpComplete({ 'deposit-get': found(120) }, '&status=accepted');
    expect(showCode()).not.toBeNull();
    await pass(121_000);
    expect(heading()).toBe('Not confirmed yet');
    expect(showCode()).toBeNull();
  });

  test('shows no code once the money has arrived', async () => {
    await setUpComplete({
      'deposit-get': found(900),
      'deposit-status': buildDepositState({ isReceived: true }),
    });
    expect(heading()).toBe('We are processing it');
    expect(showCode()).toBeNull();
  });

  test('calls an invoice without a code its details', async () => {
    const created = buildUnifiedDeposit();
    await setUpComplete({ 'deposit-get': { deposit: buildDepositSummary(), created } });
    expect(screen.getByRole('button', { name: /^Show the payment details again/ })).toBeTruthy();
  });
});

test('an update replaces no button during a press', async () => {
  const { transport, router } = await setUpComplete();
  const button = screen.getByRole('button', { name: 'Choose another method' });
  fireEvent.pointerDown(button);
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
  });
  await pass(250);
  expect(heading()).toBe('Waiting for your payment');
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  await settle();
  expect(router.getPlace()?.path).toBe('/deposit');
});

test('a declined deposit may still be paid', async () => {
  const { transport } = await setUpComplete({
    'deposit-status': buildDepositState({ status: 'DECLINED' }),
  });
  transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
  await pass(61_000);
  expect(heading()).toBe('€50.00 received');
});

test('the reference reads from left to right in Arabic too', async () => {
  await setUpComplete({ 'deposit-status': buildDepositState({ status: 'PAYED' }) }, '', {
    locale: 'ar',
  });
  expect(screen.getByText('KS-7Q2M-41XK').dir).toBe('ltr');
});

test('the received amount shows where it differs', async () => {
  await setUpComplete({
    'user-get': buildUser(),
    'deposit-status': buildDepositState({ status: 'PAYED', processingAmount: '40.00' }),
  });
  expect(screen.getByText(/€40\.00 arrived instead of €50\.00/)).toBeTruthy();
});

test('the fee and the charged sum show as they stood on the button', async () => {
  const { transport } = await setUpComplete({
    'user-get': buildUser(),
    'deposit-status': buildDepositState({ payerFee: '0.75', charged: '50.75' }),
  });
  expect(screen.getByText('€0.75')).toBeTruthy();
  // A push doesn't hold them.
  transport.push({
    name: 'deposit.status',
    data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
  });
  await pass(0);
  expect(heading()).toBe('€50.00 received');
  await press('Receipt');
  expect(screen.getByText('€50.75')).toBeTruthy();
});

test('the credited amount shows in the account’s currency', async () => {
  await setUpComplete({
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

test.each([
  ['20.00', true],
  [undefined, false],
])('a settled debt of %s shows: %s', async (settledDebt, isShown) => {
  await setUpComplete({
    'user-get': buildUser(),
    'deposit-status': buildDepositState({
      status: 'PAYED',
      processingAmount: '50.00',
      ...(settledDebt && { settledDebt }),
    }),
  });
  const line = screen.queryByText(/€20\.00 of it settled an amount that you owed/);
  expect(line !== null).toBe(isShown);
});

describe('credited money that was taken back', () => {
  const onBalance = /is on your balance/;

  test.each<[string, TakenBack, string, RegExp]>([
    ['a refund', { refunded: '50.00' }, 'Deposit refunded', /was refunded to you/],
    ['a chargeback', { chargedBack: '50.00' }, 'Deposit charged back', /Your bank or payment/],
    ['a reversal', { reversed: '50.00' }, 'Deposit taken back', /no longer counts towards/],
    [
      'a part of it by a refund',
      { refunded: '20.00' },
      'Deposit partly refunded',
      /^€20\.00 was refunded to you\. The other €30\.00 counts towards your balance\.$/,
    ],
    [
      'a part of it by a chargeback',
      { chargedBack: '20.00' },
      'Deposit partly charged back',
      /other €30\.00 counts/,
    ],
    [
      'parts of it by several causes',
      { refunded: '20.00', chargedBack: '10.00' },
      'Deposit partly taken back',
      /^€30\.00 was taken back\. The other €20\.00/,
    ],
  ])('by %s is told, and not as being on the balance', async (_, takenBack, title, words) => {
    const deposit = { status: 'PAYED', processingAmount: '50.00', takenBack } as const;
    await setUpComplete({ 'user-get': buildUser(), 'deposit-status': buildDepositState(deposit) });
    expect(heading()).toBe(title);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(onBalance)).toBeNull();
  });

  test('is told in the account’s currency', async () => {
    const processed = { processingAmount: '54.20', processingCurrency: 'USD' };
    const deposit = { status: 'PAYED', ...processed, takenBack: { refunded: '54.20' } } as const;
    await setUpComplete({ 'user-get': buildUser(), 'deposit-status': buildDepositState(deposit) });
    expect(heading()).toBe('Deposit refunded');
    expect(screen.getByText('Refunded').nextSibling?.textContent).toBe('$54.20');
  });

  test('changes the open page by a push', async () => {
    const { transport } = await setUpComplete({
      'user-get': buildUser(),
      'deposit-status': buildDepositState({ status: 'PAYED', processingAmount: '50.00' }),
    });
    expect(heading()).toBe('€50.00 received');
    const credited = { amount: '50.00', currency: 'EUR', processingAmount: '50.00' };
    const takenBack = { chargedBack: '50.00' };
    transport.answers['deposit-status'] = 'never';
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 1, word: 'PAYED', ...credited, takenBack },
    });
    await pass(0);
    expect(heading()).toBe('Deposit charged back');
    expect(screen.queryByText(onBalance)).toBeNull();
  });
});

test('a lost connection keeps what is shown, and a deposit of another player is an error', async () => {
  const { transport } = await setUpComplete();
  transport.answers['deposit-status'] = networkError('lost');
  await pass(20_000);
  expect(heading()).toBe('Waiting for your payment');

  const error = { kind: 'refused', code: 'deposit.notFound', message: '', status: 404 } as const;
  await setUpComplete({ 'deposit-status': new TransportError(error) });
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t find this deposit');
});

test.each([
  ['accepted', 'Not confirmed yet'],
  ['mistaked', 'Payment declined'],
  // Only the server reports that money arrived.
  ['processed', 'Not confirmed yet'],
  ['anything', 'Waiting for your payment'],
])('the address’s status=%s shows, and is removed from the address', async (status, title) => {
  const { router } = await setUpComplete({ 'deposit-status': 'never' }, `&status=${status}`);
  expect(heading()).toBe(title);
  expect(router.getPlace()?.search).toEqual({ depositId: 'deposit-1', method: 'card' });
});

test('a purchase of crypto waits for five minutes', async () => {
  const onramp = buildPaymentMethod({ cardViewType: cardViewTypes.onramp });
  await setUpComplete({ 'methods-payment-v3': buildOffer([onramp]) });
  await pass(290_000);
  expect(heading()).toBe('Waiting for your payment');
  await pass(11_000);
  expect(heading()).toBe('Not confirmed yet');
});

test('without a method in the address the deposit’s own decides on the wait and the links to apps', async () => {
  const onramp = buildPaymentMethod({ cardViewType: cardViewTypes.onramp, linkSchemes: ['upi'] });
  await setUpComplete(
    {
      'methods-payment-v3': buildOffer([onramp]),
      'deposit-get': {
        deposit: buildDepositSummary(),
        created: buildCreatedDeposit({ source: 'upi://pay?pa=shop' }),
      },
    },
    '',
    { path: '/deposit/complete?depositId=deposit-1' },
  );
  const link = screen.getByRole('link', { name: 'Open the payment page again' });
  expect(link.getAttribute('href')).toBe('upi://pay?pa=shop');
  await pass(290_000);
  expect(heading()).toBe('Waiting for your payment');
  await pass(11_000);
  expect(heading()).toBe('Not confirmed yet');
});

test('it shows how long a payment usually takes', async () => {
  const slow = buildPaymentMethod({ usualMinutes: 2 });
  await setUpComplete({ 'methods-payment-v3': buildOffer([slow]) });
  expect(screen.getByText(/You can close it.*usually arrives in about 2 minutes/)).toBeTruthy();
  await pass(61_000);
  expect(screen.getByText(/hasn’t told us yet.*usually arrives in about 2 minutes/)).toBeTruthy();
});

test('after a reload the link to the provider’s page is still there', async () => {
  await setUpComplete({
    'deposit-get': { deposit: buildDepositSummary(), created: buildCreatedDeposit() },
  });
  const link = screen.getByRole('link', { name: 'Open the payment page again' });
  expect(link.getAttribute('href')).toBe('https://provider.example/pay/1');
  expect(screen.getByText(/Finish the payment on the provider’s page/)).toBeTruthy();
});

test('a payment to an agent is finished in the chat, as the text says', async () => {
  const agent = buildPaymentMethod({ cardViewType: cardViewTypes.cash });
  await setUpComplete({
    'methods-payment-v3': buildOffer([agent]),
    'deposit-get': { deposit: buildDepositSummary(), created: buildCreatedDeposit() },
  });
  expect(screen.getByRole('link', { name: 'Open the chat again' })).toBeTruthy();
  expect(screen.getByText(/Finish the payment in the chat with the agent/)).toBeTruthy();
  expect(screen.queryByText(/provider|payment page/)).toBeNull();
});

test('a payment by a code had no provider’s page, and the text doesn’t mention one', async () => {
  const created = buildCreatedDeposit({
    source: null,
    pageId: 'pix',
    data: { qrCodeText: '000201' },
  });
  await setUpComplete({ 'deposit-get': { deposit: buildDepositSummary(), created } });
  expect(screen.getByText(/This page changes by itself when the money arrives/)).toBeTruthy();
  expect(screen.queryByText(/provider|payment page/)).toBeNull();
});

test('it shows the method and the time of the deposit', async () => {
  const deposit = buildDepositSummary({ createdAt: '2026-03-01T12:30:00Z' });
  await setUpComplete({ 'deposit-get': { deposit, created: null } });
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts).toContain('Bank card');
  expect(facts.join()).toContain('Mar 1, 2026');
});

test('a response about another deposit is ignored', async () => {
  await setUpComplete({
    'deposit-status': buildDepositState({ depositId: 'deposit-2', status: 'PAYED' }),
  });
  expect(heading()).toBe('Waiting for your payment');
});

test('leaving the page clears the running deposit', async () => {
  const { router, started } = await setUpComplete({
    'deposit-status': buildDepositState({ status: 'DECLINED' }),
  });
  act(() =>
    useSessionStore
      .getState()
      .startDeposit({ depositId: 'deposit-1', redirect: null, popup: null }),
  );
  await press('Choose another method');
  expect(router.getPlace()?.path).toBe('/deposit');
  expect(useSessionStore.getState().runningDeposit).toBeNull();
  expect(started.queryClient.getQueryData(['deposit-status', 'deposit-1'])).toBeUndefined();
});

test('leaving the page keeps another running deposit', async () => {
  await setUpComplete({ 'deposit-status': buildDepositState({ status: 'DECLINED' }) });
  const other = { depositId: 'deposit-2', redirect: null, popup: null };
  act(() => useSessionStore.getState().startDeposit(other));
  await press('Choose another method');
  expect(useSessionStore.getState().runningDeposit).toEqual(other);
});

test.each([
  ['&to=Deposit%20list', '/deposit'],
  ['&to=nowhere', '/deposit'],
  ['&to=https%3A%2F%2Fevil.example', '/deposit'],
  ['&group=cards', '/deposit/group'],
  ['', '/deposit/redirect'],
])('back with %s leads to %s', async (more, path) => {
  const group = { name: 'cards', label: 'group.cards', paymentMethods: ['card'], position: 1 };
  const { router } = await setUpComplete(
    { 'methods-payment-v3': buildOffer([buildPaymentMethod()], [group]) },
    more,
  );
  await press('Back');
  await settle();
  expect(router.getPlace()?.path).toBe(path);
});

test.each(['accepted', 'processed'] as const)(
  'once %s the player can close it, whether the header has a close button or not',
  async (status) => {
    const hostData = { closingButton: false };
    const { bridge } = await setUpComplete({}, `&status=${status}`, { hostData });
    await press('Close');
    expect(bridge.sent).toContainEqual({ messageType: 'onClose' });
  },
);

describe('the new balance', () => {
  const paid = buildDepositState({ status: 'PAYED' });
  const push = { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00' } as const;
  const balance = (amount: string, currency = 'EUR') =>
    buildUser({ balanceData: { primary: { amount, currency } } });
  const sentence = () => screen.queryByText(/^Your balance is now/);
  /** What a screen reader reads, and what the screen shows while it counts. */
  const heard = () => sentence()?.querySelector('bdi:not([aria-hidden])')?.textContent;
  const counted = () => sentence()?.querySelector('bdi[aria-hidden]')?.textContent;

  /** Opens the page of a waiting deposit with a known balance of 120, and lets it be credited. */
  async function credit(user: 'never' | Error, before = balance('120.00')) {
    const stage = await setUpComplete();
    act(() => void stage.started.queryClient.setQueryData(['user-get'], before));
    await pass(1000);
    Object.assign(stage.transport.answers, { 'deposit-status': paid, 'user-get': user });
    stage.transport.push({ name: 'deposit.status', data: { ...push, currency: 'EUR' } });
    await pass(1000);
    return stage;
  }

  test('shows once it was loaded after the crediting, and never the one before', async () => {
    const { transport, started } = await credit('never');
    expect(heading()).toBe('€50.00 received');
    expect(sentence()).toBeNull();
    transport.answers['user-get'] = balance('170.00');
    void started.queryClient.refetchQueries({ queryKey: ['user-get'] });
    await pass(500);
    expect(heard()).toBe('€170.00');
    // It follows later pushes.
    await act(async () => transport.push({ name: 'login.token', data: balance('165.00') }));
    await pass(0);
    expect(heard()).toBe('€165.00');
  });

  test('counts up by a push from the one before, and is heard once', async () => {
    const { transport } = await credit('never');
    await act(async () => transport.push({ name: 'login.token', data: balance('170.00') }));
    await pass(100);
    const onTheWay = Number(counted()?.slice(1));
    expect(onTheWay).toBeGreaterThan(120);
    expect(onTheWay).toBeLessThan(170);
    expect(heard()).toBe('€170.00');
    await pass(400);
    expect(counted()).toBeUndefined();
    expect(heard()).toBe('€170.00');
  });

  test.each([
    ['is smaller', balance('180.00'), false],
    ['is in another currency', balance('120.00', 'USD'), false],
    ['comes to a player who wants no motion', balance('120.00'), true],
  ])('shows at once where it %s', async (_, before, isStill) => {
    if (isStill) {
      const ask = window.matchMedia.bind(window);
      vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
        query.includes('reduced-motion') ? ({ matches: true } as MediaQueryList) : ask(query),
      );
    }
    const { transport } = await credit('never', before);
    await act(async () => transport.push({ name: 'login.token', data: balance('170.00') }));
    await pass(20);
    expect(heard()).toBe('€170.00');
    expect(counted()).toBeUndefined();
  });

  test('is left out if it cannot be loaded', async () => {
    await credit(new Error('no'));
    expect(heading()).toBe('€50.00 received');
    expect(sentence()).toBeNull();
  });

  test('of a deposit of before is not told: it may be spent', async () => {
    const deposit = buildDepositSummary({ status: 'PAYED' });
    const { router } = await setUpComplete(
      { 'deposit-list': { deposits: [deposit] }, 'deposit-status': paid },
      '',
      { path: '/deposit/history' },
    );
    router.navigate({ to: 'Complete deposit', search: { depositId: 'deposit-1' } });
    await settle();
    expect(heading()).toBe('€50.00 received');
    expect(screen.getByText('The money is on your balance.')).toBeTruthy();
    expect(sentence()).toBeNull();
    // Its details are what the player came for.
    expect(screen.getAllByRole('definition')).not.toEqual([]);
  });
});

describe('a success', () => {
  const success = {
    'deposit-status': buildDepositState({ status: 'PAYED' }),
    'deposit-get': {
      deposit: buildDepositSummary({ createdAt: '2026-03-01T12:30:00Z' }),
      created: null,
    },
  };
  const line = () => {
    const parts = screen.getByText('KS-7Q2M-41XK').closest('p')?.children ?? [];
    return [...parts].map(({ textContent }) => textContent);
  };

  test('tells method, card, reference and time on one line', async () => {
    await setUpComplete(success);
    const time = expect.stringMatching(/^Mar 1, 2026/);
    expect(line()).toEqual(['Bank card', '•••• 4242', 'KS-7Q2M-41XK', time]);
    expect(screen.queryAllByRole('definition')).toEqual([]);
  });

  test('tells no card where none is known', async () => {
    await setUpComplete({ ...success, 'deposit-receipt': new Error('no') });
    expect(line().slice(0, 2)).toEqual(['Bank card', 'KS-7Q2M-41XK']);
  });

  test('shows and hides its details by a button', async () => {
    await setUpComplete(success);
    const receipt = screen.getByRole('button', { name: 'Receipt' });
    expect(receipt.getAttribute('aria-expanded')).toBe('false');
    await press('Receipt');
    expect(receipt.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('button', { name: 'Save the receipt' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'History' })).toBeTruthy();
    await press('Receipt');
    expect(screen.queryAllByRole('definition')).toEqual([]);
  });
});

describe('the button after a success', () => {
  const success = { 'deposit-status': buildDepositState({ status: 'PAYED' }) };
  const closes = (sent: readonly unknown[]) =>
    sent.filter((message) => (message as { messageType: string }).messageType === 'onClose').length;

  test('leads back to the game, by the event of the close button', async () => {
    const { bridge } = await setUpComplete(success);
    await press('Back to the game');
    expect(closes(bridge.sent)).toBe(1);
  });

  test('has the words of the host', async () => {
    await setUpComplete(success, '', { hostData: { backLabel: 'Zurück zum Match' } });
    expect(screen.getByRole('button', { name: 'Zurück zum Match' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to the game' })).toBeNull();
  });

  test.each([
    ['not credited yet', { status: 'PENDING', isReceived: true }],
    [
      'taken back',
      { status: 'PAYED', processingAmount: '50.00', takenBack: { chargedBack: '50.00' } },
    ],
  ] satisfies [string, Partial<DepositState>][])(
    'is "Close" if the money is %s',
    async (_, state) => {
      await setUpComplete({ 'deposit-status': buildDepositState(state) });
      // In the header, too.
      expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
      expect(screen.queryByRole('button', { name: 'Back to the game' })).toBeNull();
    },
  );
});
