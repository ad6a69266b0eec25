import { encodeCoinBox } from '@kassa/contract';
import {
  buildAskingDeposit,
  buildChainTransaction,
  buildCoinMethod,
  buildCreatedDeposit,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

const deposit = buildDepositSummary();
const created = buildCreatedDeposit();
const none = { 'deposit-list': { deposits: [] } };

/** Renders the list of methods. */
function setUp({ answers, ...options }: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    answers: {
      'deposit-list': { deposits: [deposit] },
      'deposit-get': { deposit, created },
      ...answers,
    },
    ...options,
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

const bar = () => screen.findByRole('region', { name: 'Unfinished deposit' });
const noBar = () => expect(screen.queryByRole('region', { name: /nfinished/ })).toBeNull();
const tile = () => screen.findByRole('link', { name: /Bank card/ });

describe('the bar of an unfinished deposit', () => {
  test('stands below the packages of a sweepstake too', async () => {
    const box = { boxId: 'b', gcAmount: '5000', scAmount: '5', price: '4.99' };
    setUp({
      hostData: { widgetViewType: 'sweep' },
      answers: {
        'sweepstake-boxes': { boxes: [encodeCoinBox({ ...box, priceCurrencyCode: 'USD' })] },
      },
    });
    expect(await screen.findByRole('list', { name: 'Select coin package' })).toBeTruthy();
    expect(await bar()).toBeTruthy();
  });

  test('leaves a coin out until its payment is seen', async () => {
    const coin = buildCoinMethod();
    const open = { ...deposit, paymentMethod: coin.name, amount: '5', currency: 'USDT' };
    const { transport } = setUp({
      answers: {
        'methods-payment-v3': buildOffer([coin]),
        'deposit-list': { deposits: [open] },
      },
    });
    await screen.findByRole('link', { name: /Tether/ });
    await waitFor(() =>
      expect(transport.calls.some(({ name }) => name === 'deposit-list')).toBe(true),
    );
    noBar();
    transport.answers['deposit-list'] = {
      deposits: [{ ...open, chain: buildChainTransaction() }],
    };
    act(() => transport.connect());
    expect((await bar()).textContent).toMatch(/25\sUSDT/);
  });

  test('is loaded once the list is usable, and announced to a screen reader', async () => {
    const { bridge, transport } = setUp();
    const found = await bar();
    const asked = transport.calls.findIndex(({ name }) => name === 'deposit-list');
    const methodsAsked = transport.calls.findIndex(({ name }) => name === 'methods-payment-v3');
    expect(asked).toBeGreaterThan(methodsAsked);
    expect(bridge.sent.some(({ messageType }) => messageType === 'FullLoaded')).toBe(true);
    expect(found.textContent).toContain('€50.00');
    expect(within(found).getByRole('timer').parentElement?.textContent).toContain('Time left');
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said).toContain('Unfinished deposit');
  });

  test('lies below the list, so that it moves nothing', async () => {
    setUp();
    const found = await bar();
    const footer = screen.getByRole('main').querySelector('[aria-busy] + footer');
    expect(footer?.contains(found)).toBe(true);
  });

  test('is missing for a deposit that waits for its provider', async () => {
    const { callsOf } = setUp({
      answers: { 'deposit-list': { deposits: [{ ...deposit, canContinue: false }] } },
    });
    await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(1));
    await tile();
    noBar();
    expect(document.querySelector('footer')).toBeNull();
  });

  test('opens the provider’s page in the click itself, and goes on to the complete page', async () => {
    const { user } = setUp();
    const link = await screen.findByRole('link', { name: 'Continue' });
    expect(link.getAttribute('href')).toBe('https://provider.example/pay/1');
    await user.click(link);
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });

  test('links to the history, where the deposit can be canceled', async () => {
    const { user, router } = setUp();
    await user.click(within(await bar()).getByRole('link', { name: 'Unfinished deposit' }));
    expect(await screen.findByRole('button', { name: 'Cancel deposit' })).toBeTruthy();
    expect(router.getPlace()?.route.name).toBe('Deposit history');
  });

  test('loads the next step again by a press after a failure', async () => {
    const { user, callsOf, transport } = setUp({
      answers: { 'deposit-get': networkError('lost') },
    });
    const button = await screen.findByRole('button', { name: 'Continue' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
    expect(callsOf('deposit-get').length).toBeGreaterThan(0);
    transport.answers['deposit-get'] = { deposit, created };
    await user.click(button);
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy();
  });

  test('only links to the history where a form is needed that isn’t offered here', async () => {
    setUp({
      answers: {
        'methods-payment-v3': buildOffer([buildPaymentMethod({ name: 'other' })]),
        'deposit-get': { deposit, created: buildAskingDeposit([buildTextField()]) },
      },
    });
    const found = await bar();
    await waitFor(() => expect(within(found).queryByRole('button')).toBeNull());
    expect(within(found).getAllByRole('link')).toHaveLength(1);
  });

  test('disappears when a push reports the payment', async () => {
    const { transport } = setUp();
    await bar();
    Object.assign(transport.answers, none);
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
    });
    await waitFor(noBar);
  });

  test('is loaded again after a lost connection; the list works without it', async () => {
    const { transport } = setUp({ answers: { 'deposit-list': networkError('lost') } });
    await tile();
    noBar();
    transport.answers['deposit-list'] = { deposits: [deposit] };
    transport.connect();
    expect(await bar()).toBeTruthy();
  });

  test('is loaded again with another token', async () => {
    const { started, callsOf } = setUp();
    await bar();
    await started.queryClient.invalidateQueries();
    await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(2));
  });

  test.each(['link', 'button'])(
    'passes the focus of its %s to the heading when it disappears',
    async (role) => {
      const { transport } = setUp({ answers: { 'deposit-get': 'never' } });
      within(await bar())
        .getByRole(role)
        .focus();
      Object.assign(transport.answers, none);
      transport.connect();
      await waitFor(noBar);
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    },
  );

  test('keeps the focus when a second deposit appears and the button leads to the history', async () => {
    const { transport } = setUp({ answers: { 'deposit-get': 'never' } });
    const link = within(await bar()).getByRole('link');
    within(await bar())
      .getByRole('button')
      .focus();
    transport.answers['deposit-list'] = {
      deposits: [{ ...deposit, depositId: 'deposit-2' }, deposit],
    };
    transport.connect();
    await screen.findByRole('region', { name: '2 unfinished deposits' });
    expect(document.activeElement).toBe(link);
  });

  test('doesn’t appear during a press', async () => {
    const { callsOf, transport, user } = setUp({ answers: none });
    const target = await tile();
    await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(1));
    await user.pointer({ keys: '[MouseLeft>]', target });
    transport.answers['deposit-list'] = { deposits: [deposit] };
    transport.connect();
    await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(2));
    await act(async () => {});
    noBar();
    await user.pointer({ keys: '[/MouseLeft]', target: document.body });
    expect(await bar()).toBeTruthy();
  });

  test('disappears when its time is up and the server confirms the end', async () => {
    const short = buildDepositSummary({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const { transport } = setUp({ answers: { 'deposit-list': { deposits: [short] } } });
    await bar();
    Object.assign(transport.answers, none);
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 61_000);
    await waitFor(noBar);
  });
});

test('several deposits are loaded again when the time of one is up', async () => {
  const short = buildDepositSummary({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const other = { ...deposit, depositId: 'deposit-2' };
  const { transport } = setUp({ answers: { 'deposit-list': { deposits: [other, short] } } });
  await screen.findByRole('region', { name: '2 unfinished deposits' });
  transport.answers['deposit-list'] = { deposits: [other] };
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 61_000);
  expect(await bar()).toBeTruthy();
});

test('several deposits are counted, and listed in the history', async () => {
  const older = { ...deposit, depositId: 'deposit-2', amount: '70.00', reference: 'KS-2' };
  const { user, callsOf } = setUp({
    answers: { 'deposit-list': { deposits: [deposit, older] } },
  });
  await user.click(await screen.findByRole('link', { name: '2 unfinished deposits' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  expect(callsOf('deposit-get')).toHaveLength(2);
});
