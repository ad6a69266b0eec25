import {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
} from '@kassa/test-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';

const deposit = buildDepositSummary();
const created = buildCreatedDeposit();
const over = { ...deposit, status: 'CANCELED', canContinue: false } as const;

function setUp({ answers, ...options }: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    path: '/deposit/history',
    answers: {
      'deposit-list': { deposits: [deposit] },
      'deposit-get': { deposit, created },
      'deposit-cancel': buildDepositState({ status: 'CANCELED' }),
      ...answers,
    },
    ...options,
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { user, ...stage, callsOf };
}

const card = () => screen.findByRole('article', { name: /Bank card €50\.00/ });
const refused = (code: string) => new TransportError({ kind: 'refused', code, message: '' });

describe('an unfinished deposit', () => {
  test('shows its details, and the time left', async () => {
    setUp();
    const found = await card();
    expect(screen.getByRole('heading', { name: 'Unfinished deposit' })).toBeTruthy();
    expect(found.textContent).toContain('KS-7Q2M-41XK');
    expect(within(found).getByRole('timer')).toBeTruthy();
  });

  test('opens the provider’s page in the click itself, and goes on to the complete page', async () => {
    const { user, router, bridge } = setUp({
      answers: {
        'methods-payment-v3': buildOffer([buildPaymentMethod({ notifiesHostOnRedirect: true })]),
      },
    });
    const link = await screen.findByRole('link', { name: 'Continue' });
    expect(link.getAttribute('href')).toBe('https://provider.example/pay/1');
    await user.click(link);
    await screen.findByText('Waiting for your payment');
    expect(router.getPlace()?.search).toEqual({
      depositId: 'deposit-1',
      method: 'card',
      to: 'Deposit list',
    });
    expect(bridge.sent).toContainEqual({
      messageType: 'externalRedirect',
      payload: { depositId: 'deposit-1', paymentType: 'card', paymentMethod: 'card' },
    });
    // The complete page links to the provider's page too.
    expect(await screen.findByRole('link', { name: /payment page/ })).toBeTruthy();
  });

  test('whose provider asks for more fields goes on at its form', async () => {
    const asked = buildTextField({ name: 'otp', placeholder: { en: 'Code from the SMS' } });
    const { user } = setUp({
      answers: { 'deposit-get': { deposit, created: buildAskingDeposit([asked]) } },
    });
    expect(await screen.findByText('The provider needs a few more details.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Code from the SMS')).toBeTruthy();
  });

  test('of a method that isn’t offered here can only be canceled, where a form is needed', async () => {
    setUp({
      answers: {
        'methods-payment-v3': buildOffer([buildPaymentMethod({ name: 'other' })]),
        'deposit-get': { deposit, created: buildAskingDeposit([buildTextField()]) },
      },
    });
    await screen.findByText(/not offered here now/);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel deposit' })).toBeTruthy();
  });

  test('that has ended meanwhile leads to its status', async () => {
    const { user } = setUp({ answers: { 'deposit-get': { deposit, created: null } } });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });

  test('whose next step fails to load shows the reason, and a press tries again', async () => {
    const { user, transport } = setUp({ answers: { 'deposit-get': networkError('lost') } });
    await screen.findByText(/network connection failed/);
    transport.answers['deposit-get'] = { deposit, created };
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy();
  });

  test('that is paid elsewhere disappears with the push', async () => {
    const { transport } = setUp();
    await card();
    transport.answers['deposit-list'] = { deposits: [over] };
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
    });
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
});

describe('canceling a deposit', () => {
  const ask = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'Cancel deposit' }));
    return screen.getByText(/If you have paid already, the money is credited when it arrives/);
  };
  const confirm = () => screen.findByRole('button', { name: 'Cancel the deposit' });

  test('takes a second press, which explains the consequence', async () => {
    const { user, callsOf, transport } = setUp();
    const question = await ask(user);
    expect(document.activeElement).toBe(question);
    expect(callsOf('deposit-cancel')).toEqual([]);
    transport.answers['deposit-list'] = { deposits: [over] };
    expect((await confirm()).className).toBe('danger');
    await user.click(await confirm());
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(callsOf('deposit-cancel')[0]?.request).toEqual({
      depositId: 'deposit-1',
      paymentMethod: 'card',
    });
    expect(await screen.findByText('The deposit was canceled.')).toBeTruthy();
  });

  test('leaves the last paid one in its place on the list', async () => {
    const lastPaid = { paymentMethod: 'card', amount: '50', currency: 'EUR' };
    const { user, transport, router } = setUp({
      answers: {
        'methods-payment-v3': {
          ...buildOffer(),
          lastPaid: { paymentMethod: 'card', isRepeatable: true },
        },
        'deposit-list': { deposits: [deposit], lastPaid },
      },
    });
    await ask(user);
    transport.answers['deposit-list'] = 'never';
    await user.click(await confirm());
    await screen.findByText('The deposit was canceled.');
    act(() => router.navigate({ to: 'Deposit list' }));
    expect(await screen.findByRole('region', { name: /with Bank card/ })).toBeTruthy();
  });

  test('can be taken back', async () => {
    const { user, callsOf } = setUp();
    await ask(user);
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy();
    expect(callsOf('deposit-cancel')).toEqual([]);
  });

  test.each([
    ['was over already', refused('deposit.notOpen')],
    ['was paid at that moment', buildDepositState({ status: 'PAYED' })],
  ])('of one that %s tells that it had ended', async (_, answer) => {
    const { user, transport } = setUp({ answers: { 'deposit-cancel': answer } });
    await ask(user);
    transport.answers['deposit-list'] = { deposits: [over] };
    await user.click(await confirm());
    expect(await screen.findByText('This deposit had ended already.')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('that fails shows the reason, and can be retried', async () => {
    const { user, transport } = setUp({ answers: { 'deposit-cancel': networkError('lost') } });
    await ask(user);
    await user.click(await confirm());
    expect(await screen.findByText(/network connection failed/)).toBeTruthy();
    transport.answers['deposit-cancel'] = buildDepositState({ status: 'CANCELED' });
    transport.answers['deposit-list'] = { deposits: [over] };
    await user.click(await confirm());
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
});

test('several deposits all show', async () => {
  const older = { ...deposit, depositId: 'deposit-2', amount: '70.00', reference: 'KS-2' };
  setUp({ answers: { 'deposit-list': { deposits: [deposit, older] } } });
  expect(await screen.findByRole('heading', { name: '2 unfinished deposits' })).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('of many deposits a few load at once, and the rest by a press', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => `deposit-${index + 1}`);
  const { user, callsOf } = setUp({
    answers: { 'deposit-list': { deposits: ids.map((depositId) => ({ ...deposit, depositId })) } },
  });
  await user.click(await screen.findByRole('button', { name: 'Show 2 more' }));
  const cards = screen.getAllByRole('article');
  expect(cards).toHaveLength(7);
  expect(document.activeElement).toBe(cards[5]);
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  await waitFor(() => expect(callsOf('deposit-get')).toHaveLength(7));
});

test('the requests stay within a connection’s limit', async () => {
  const deposits = Array.from({ length: 20 }, (_, index) => ({
    ...deposit,
    depositId: `deposit-${index}`,
  }));
  const { callsOf } = setUp({ answers: { 'deposit-list': { deposits } } });
  expect(await screen.findAllByRole('article')).toHaveLength(5);
  await waitFor(() => expect(callsOf('deposit-get')).toHaveLength(5));
});

test('a deposit whose time is up is loaded again: the server decides whether it is over', async () => {
  const short = buildDepositSummary({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const { callsOf, transport } = setUp({ answers: { 'deposit-list': { deposits: [short] } } });
  await card();
  transport.answers['deposit-list'] = { deposits: [over] };
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 61_000);
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(callsOf('deposit-list').length).toBeGreaterThan(1);
});
