import type { CallResponse } from '@kassa/contract';
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
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';

// Nothing answers measurements here.
vi.mock('../../../telemetry/start-rum.ts', () => ({ startRum: () => () => {} }));

const deposit = buildDepositSummary();
const created = buildCreatedDeposit();

function setUp({ answers, ...options }: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
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
  test('is looked for once the list is usable, and offered above it', async () => {
    const { bridge, transport } = setUp();
    const found = await card();
    const asked = transport.calls.findIndex(({ name }) => name === 'deposit-list');
    const methodsAsked = transport.calls.findIndex(({ name }) => name === 'methods-payment-v3');
    expect(asked).toBeGreaterThan(methodsAsked);
    expect(bridge.sent.some(({ messageType }) => messageType === 'FullLoaded')).toBe(true);
    expect(screen.getByRole('heading', { name: 'Unfinished deposit' })).toBeTruthy();
    expect(found.textContent).toContain('KS-7Q2M-41XK');
    expect(within(found).getByRole('timer')).toBeTruthy();
  });

  test('that waits for its provider is not the player’s to finish', async () => {
    const { callsOf } = setUp({
      answers: { 'deposit-list': { deposits: [{ ...deposit, canContinue: false }] } },
    });
    await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(1));
    await screen.findByRole('link', { name: /Bank card/ });
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('goes on to the provider’s page in the very click, and to the complete page', async () => {
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
      payload: { depositId: 'deposit-1', paymentMethod: 'card' },
    });
    // The complete page has the way to the provider's page as well.
    expect(await screen.findByRole('link', { name: /payment page/ })).toBeTruthy();
  });

  test('whose provider wants to know more goes on at its form', async () => {
    const asked = buildTextField({ name: 'otp', placeholder: { en: 'Code from the SMS' } });
    const { user } = setUp({
      answers: { 'deposit-get': { deposit, created: buildAskingDeposit([asked]) } },
    });
    expect(await screen.findByText('The provider needs a few more details.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Code from the SMS')).toBeTruthy();
  });

  test('of a method that isn’t offered here can be dropped alone, where a form is needed', async () => {
    setUp({
      answers: {
        'methods-payment-v3': buildOffer([buildPaymentMethod({ name: 'other' })]),
        'deposit-get': { deposit, created: buildAskingDeposit([buildTextField()]) },
      },
    });
    await screen.findByText(/not offered here now/);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Drop' })).toBeTruthy();
  });

  test('that has ended meanwhile leads to where it stands', async () => {
    const { user } = setUp({ answers: { 'deposit-get': { deposit, created: null } } });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });

  test('whose next step can’t be had says why, and asks again at a press', async () => {
    const { user, transport } = setUp({ answers: { 'deposit-get': networkError('lost') } });
    await screen.findByText(/network connection failed/);
    transport.answers['deposit-get'] = { deposit, created };
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy();
  });

  test('that is paid elsewhere goes as the push comes', async () => {
    const { transport } = setUp();
    await card();
    transport.answers['deposit-list'] = { deposits: [] };
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
    });
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });

  test('is asked for anew after a connection was lost, and where it can’t be had nothing is missing', async () => {
    const { transport } = setUp({ answers: { 'deposit-list': networkError('lost') } });
    expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    transport.answers['deposit-list'] = { deposits: [deposit] };
    transport.connect();
    expect(await card()).toBeTruthy();
  });

  test('is asked for anew with another token', async () => {
    const { started, callsOf } = setUp();
    await card();
    await started.queryClient.invalidateQueries();
    await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(2));
  });
});

describe('their room on the list', () => {
  const hostData = { token: `.${btoa(JSON.stringify({ sub: 'eva' }))}.` };
  const key = 'kassa.unfinished-room.kassa.eva';
  const room = () => document.querySelector<HTMLElement>('[style*="block-size: 180px"]');
  afterEach(() => localStorage.clear());

  /** The list's question for deposits is answered when a test says so. */
  function setUpWaiting() {
    localStorage.setItem(key, '180');
    const stage = setUp({ hostData });
    const { call } = stage.transport;
    const waiting = Promise.withResolvers<CallResponse<'deposit-list'>>();
    const isAsked = vi.fn();
    const answerLate = (...asked: Parameters<typeof call>) => {
      if (asked[0] !== 'deposit-list') return call(...asked);
      isAsked();
      return waiting.promise;
    };
    stage.transport.call = answerLate as typeof call;
    const answer = (deposits: CallResponse<'deposit-list'>['deposits']) =>
      act(async () => waiting.resolve({ deposits }));
    return { ...stage, answer, isAsked };
  }

  test('is kept from the start where this device knows of one, until the server has said', async () => {
    const { answer, isAsked } = setUpWaiting();
    await screen.findByRole('link', { name: /Bank card/ });
    expect(room()).toBeTruthy();
    await waitFor(() => expect(isAsked).toHaveBeenCalled());
    expect(room()).toBeTruthy();
    await answer([deposit]);
    await card();
    expect(room()).toBeNull();
  });

  test('is given back where there is none, but not while the player presses something', async () => {
    const { answer, isAsked, user } = setUpWaiting();
    const tile = await screen.findByRole('link', { name: /Bank card/ });
    await waitFor(() => expect(isAsked).toHaveBeenCalled());
    await user.pointer({ keys: '[MouseLeft>]', target: tile });
    await answer([]);
    expect(room()).toBeTruthy();
    await user.pointer({ keys: '[/MouseLeft]', target: document.body });
    await waitFor(() => expect(room()).toBeNull());
    expect(localStorage.getItem(key)).toBeNull();
  });

  test('is remembered for the next time', async () => {
    setUp({ hostData });
    await card();
    await waitFor(() => expect(Number(localStorage.getItem(key))).toBeGreaterThan(0));
  });
});

test('one that this device knows nothing of does not come under a press', async () => {
  const { callsOf, transport, user } = setUp({ answers: { 'deposit-list': { deposits: [] } } });
  const tile = await screen.findByRole('link', { name: /Bank card/ });
  await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(1));
  await user.pointer({ keys: '[MouseLeft>]', target: tile });
  transport.answers['deposit-list'] = { deposits: [deposit] };
  transport.connect();
  await waitFor(() => expect(callsOf('deposit-list')).toHaveLength(2));
  await act(async () => {});
  expect(screen.queryByRole('article')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  expect(await card()).toBeTruthy();
});

describe('dropping one', () => {
  const ask = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'Drop' }));
    return screen.getByText(/If you have paid already, the money is credited when it arrives/);
  };
  const confirm = () => screen.findByRole('button', { name: 'Drop the deposit' });

  test('takes a second press, which says what it means', async () => {
    const { user, callsOf, transport } = setUp();
    const question = await ask(user);
    expect(document.activeElement).toBe(question);
    expect(callsOf('deposit-cancel')).toEqual([]);
    transport.answers['deposit-list'] = { deposits: [] };
    await user.click(await confirm());
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(callsOf('deposit-cancel')[0]?.request).toEqual({
      depositId: 'deposit-1',
      paymentMethod: 'card',
    });
    expect(screen.getAllByText('The deposit was dropped.')).not.toHaveLength(0);
  });

  test('may be thought better of', async () => {
    const { user, callsOf } = setUp();
    await ask(user);
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy();
    expect(callsOf('deposit-cancel')).toEqual([]);
  });

  test.each([
    ['was over already', refused('deposit.notOpen')],
    ['was paid in that moment', buildDepositState({ status: 'PAYED' })],
  ])('one that %s says so', async (_, answer) => {
    const { user, transport } = setUp({ answers: { 'deposit-cancel': answer } });
    await ask(user);
    transport.answers['deposit-list'] = { deposits: [] };
    await user.click(await confirm());
    expect((await screen.findAllByText('This deposit had ended already.'))[0]).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('that fails says why, and can be tried again', async () => {
    const { user, transport } = setUp({ answers: { 'deposit-cancel': networkError('lost') } });
    await ask(user);
    await user.click(await confirm());
    expect(await screen.findByText(/network connection failed/)).toBeTruthy();
    transport.answers['deposit-cancel'] = buildDepositState({ status: 'CANCELED' });
    transport.answers['deposit-list'] = { deposits: [] };
    await user.click(await confirm());
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
});

test('of several the newest shows, and the others at a press', async () => {
  const older = { ...deposit, depositId: 'deposit-2', amount: '70.00', reference: 'KS-2' };
  const { user } = setUp({ answers: { 'deposit-list': { deposits: [deposit, older] } } });
  expect(await screen.findByRole('heading', { name: '2 unfinished deposits' })).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show 1 more' }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('one whose time runs out is asked for: the server says whether it is over', async () => {
  const short = buildDepositSummary({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const { callsOf, transport } = setUp({ answers: { 'deposit-list': { deposits: [short] } } });
  await card();
  transport.answers['deposit-list'] = { deposits: [] };
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 61_000);
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(callsOf('deposit-list').length).toBeGreaterThan(1);
});
