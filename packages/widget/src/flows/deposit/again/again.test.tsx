import type { CallResponse, LastPaid, PaymentMethod } from '@kassa/contract';
import {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFakePopup } from '../../../method-kinds/redirect/testing/set-up-form.tsx';
import { setStage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';

// On a busy machine its code takes longer than a test waits.
beforeAll(() => import('./again-card.tsx'), 60_000);

const popup = createFakePopup();
beforeEach(() => void vi.spyOn(window, 'open').mockImplementation(popup.open));
afterEach(() => void vi.restoreAllMocks());

const paid = { paymentMethod: 'card', amount: '50', currency: 'EUR', masked: '•••• 4242' };

interface Told {
  method?: Partial<PaymentMethod>;
  lastPaid?: LastPaid | undefined;
  isRepeatable?: boolean;
  answers?: FakeAnswers;
}

function setUp({ method = {}, isRepeatable = true, answers = {}, ...told }: Told = {}) {
  const lastPaid = 'lastPaid' in told ? told.lastPaid : paid;
  const offer = {
    ...buildOffer([buildPaymentMethod(method)]),
    lastPaid: { paymentMethod: 'card', isRepeatable },
  };
  const stage = setStage({
    answers: {
      'methods-payment-v3': offer,
      'deposit-list': { deposits: [], ...(lastPaid && { lastPaid }) },
      ...answers,
    },
  });
  render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { ...stage, callsOf, user: userEvent.setup() };
}

const refuse = (code: string, params = {}) =>
  new TransportError({ kind: 'refused', code, message: '', params });

const findCard = () => screen.findByRole('region', { name: /with Bank card/ });
const findPay = async () => within(await findCard()).getByRole('button', { name: /^Deposit €/ });

test('one press pays the same again, and opens the provider’s page in the click', async () => {
  const { user, callsOf } = setUp();
  const card = await findCard();
  expect(card.textContent).toContain('€50 with Bank card');
  expect(card.textContent).toContain('•••• 4242');
  expect(callsOf('deposit-list')).toHaveLength(1);
  await user.click(await findPay());
  expect(window.open).toHaveBeenCalledTimes(1);
  await screen.findByText('Waiting for your payment');
  expect(callsOf('deposit-create')).toMatchObject([
    { request: { amount: '50', currency: 'EUR', paymentType: 'card', isAnother: false } },
  ]);
  expect(callsOf('deposit-create')[0]?.request).not.toHaveProperty('fields');
});

test('the button has the sum with the fee, and the saved details stand in for the fields', async () => {
  const { user, callsOf } = setUp({
    method: { fee: { percent: '2' }, fields: [buildTextField({ name: 'phone' })] },
    lastPaid: { ...paid, detailsId: 'details-1' },
  });
  const card = await findCard();
  expect(card.textContent).toContain('Fee €1.00');
  const pay = await findPay();
  expect(pay.textContent).toBe('Deposit €51.00');
  await user.click(pay);
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(1));
  expect(callsOf('deposit-create')[0]?.request).toMatchObject({
    amount: '50',
    detailsId: 'details-1',
  });
});

test('the card of a method that is named instant doesn’t say so again', async () => {
  setUp({ method: { text: { en: 'Instant transfer' }, usualMinutes: 0 } });
  const card = await screen.findByRole('region', { name: /with Instant transfer/ });
  expect(card.textContent?.match(/instant/gi)).toHaveLength(1);
});

test('the link for a change leads to the form with the amount in it', async () => {
  const { user, callsOf } = setUp();
  await user.click(within(await findCard()).getByRole('button', { name: 'Change' }));
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '50');
  expect(callsOf('deposit-create')).toEqual([]);
});

test('the list has no label for the method while its card stands above it', async () => {
  setUp();
  await findCard();
  expect(screen.getByRole('link', { name: /^Bank card/ })).toBeTruthy();
  expect(screen.queryByText('Last used')).toBeNull();
});

test.each<[string, Told]>([
  ['the offer says that it can’t be repeated', { isRepeatable: false }],
  ['the method is closed', { method: { unavailable: { reason: 'bank' } } }],
  ['the player’s deposits hold none', { lastPaid: undefined }],
  ['the last deposit is another by now', { lastPaid: { ...paid, paymentMethod: 'bank' } }],
  ['the last deposit has another currency', { lastPaid: { ...paid, currency: 'USD' } }],
  ['the deposits can’t be loaded', { answers: { 'deposit-list': refuse('server.error') } }],
])('there is no card where %s', async (_, told) => {
  const { callsOf } = setUp(told);
  await screen.findByText('Bank card');
  await waitFor(() => expect(callsOf('deposit-list').length).toBeGreaterThan(0));
  await waitFor(() => expect(document.querySelector('.slot')).toBeNull());
  expect(screen.queryByRole('region', { name: /with Bank card/ })).toBeNull();
});

test('the room of a card that doesn’t come closes after a press alone', async () => {
  const { promise, resolve } = Promise.withResolvers<CallResponse<'deposit-list'>>();
  const { callsOf, started, transport } = setUp({ answers: { 'deposit-list': () => promise } });
  const tile = await screen.findByRole('link', { name: /^Bank card/ });
  await waitFor(() => expect(callsOf('deposit-list').length).toBeGreaterThan(0));
  const room = () => document.querySelector('.slot');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
  fireEvent.pointerDown(tile);
  resolve({ deposits: [] });
  await settle();
  expect(room()).not.toBeNull();
  fireEvent.pointerCancel(tile);
  await settle();
  expect(room()).toBeNull();
  // Nor does it open again while the deposits are loaded anew.
  transport.answers['deposit-list'] = 'never';
  void started.queryClient.invalidateQueries({ queryKey: ['deposit-list'] });
  await settle();
  expect(started.queryClient.isFetching({ queryKey: ['deposit-list'] })).toBe(1);
  expect(room()).toBeNull();
});

test('its room stays while deposits older than the offer are loaded again', async () => {
  const { promise, resolve } = Promise.withResolvers<CallResponse<'deposit-list'>>();
  const stage = setStage({
    answers: {
      'methods-payment-v3': {
        ...buildOffer(),
        lastPaid: { paymentMethod: 'card', isRepeatable: true },
      },
      'deposit-list': () => promise,
    },
  });
  stage.started.queryClient.setQueryData(['deposit-list'], { deposits: [] });
  render(stage.element);
  await screen.findByRole('link', { name: /^Bank card/ });
  expect(document.querySelector('.slot')).not.toBeNull();
  resolve({ deposits: [], lastPaid: paid });
  expect(await findCard()).toBeTruthy();
});

test('a failure is said, and the press can be repeated', async () => {
  const { user, callsOf } = setUp({ answers: { 'deposit-create': refuse('provider.declined') } });
  await user.click(await findPay());
  expect(await screen.findByText(/provider declined this deposit/)).toBeTruthy();
  await user.click(await findPay());
  await waitFor(() => expect(callsOf('deposit-create')).toHaveLength(2));
});

test.each([
  ['the amount', refuse('limit.exceeded', { limit: 'day', remaining: '10', currency: 'EUR' })],
  ['the saved details', refuse('details.notFound')],
  ['a field', refuse('banking.paymentMethodRegex', { field: 'phone' })],
])('where the server no longer takes %s, the form takes over', async (_, refusal) => {
  const { user } = setUp({ answers: { 'deposit-create': refusal } });
  await user.click(await findPay());
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '50');
});

test('where the popup is blocked, a link leads to the provider’s page', async () => {
  vi.mocked(window.open).mockReturnValue(null);
  const { user } = setUp();
  await user.click(await findPay());
  expect(await screen.findByRole('link', { name: 'Open the payment page' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('further fields of the provider are asked for by the form', async () => {
  const asking = buildAskingDeposit([
    buildTextField({ name: 'code', placeholder: { en: 'Code' } }),
  ]);
  const { user, router } = setUp({ answers: { 'deposit-create': asking } });
  await user.click(await findPay());
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Redirect deposit'));
  expect(router.getPlace()?.search).toMatchObject({ method: 'card' });
  expect(router.getPlace()?.search.depositId).toBe(buildCreatedDeposit().depositId);
});
