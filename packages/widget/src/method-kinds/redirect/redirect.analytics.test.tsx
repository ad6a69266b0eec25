import {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setStage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';
import { setUpForm } from './testing/set-up-form.tsx';

beforeEach(() => {
  // The popup is blocked: a link to the provider replaces it.
  vi.spyOn(window, 'open').mockReturnValue(null);
});

afterEach(() => {
  vi.restoreAllMocks();
  performance.clearMarks();
  performance.clearMeasures();
});

async function setUp(answers: FakeAnswers = {}, path = '/deposit/redirect?method=card') {
  const user = userEvent.setup();
  const stage = setStage({ path, answers });
  render(stage.element);
  if (path === '/deposit')
    await user.click(await screen.findByRole('link', { name: /^Bank card/ }));
  const amount = await screen.findByLabelText('Amount');
  const press = async () => user.click(await screen.findByRole('button', { name: /^Deposit/ }));
  const events = () =>
    stage.bridge.sent.flatMap((message) =>
      message.messageType === 'onAnalyticsEvent' ? [message.payload] : [],
    );
  return { ...stage, user, amount, press, events };
}

/** Finds the snackbar, once it is there. */
const failure = async () =>
  (await screen.findByText('The deposit was not created')).closest('[role="status"]');

test('reports each step of a deposit to the host and the server, with the payload of §3', async () => {
  const { user, amount, press, events, transport } = await setUp();
  await user.type(amount, '50');
  await press();
  await user.click(await screen.findByRole('link', { name: /payment page/i }));
  expect(events().map(({ event }) => event)).toEqual([
    'form_view',
    'input_field',
    'button',
    'submit',
    'payment_session_started',
    'redirect',
  ]);
  expect(events()).toContainEqual({
    event: 'submit',
    event_category: 'deposit',
    currency: 'EUR',
    deposit_method: 'card',
    method_type: 'fiat',
    payment_region: 'de',
    submit_amount: '50',
  });
  expect(transport.calls).toContainEqual(
    expect.objectContaining({
      name: 'deposit-create',
      request: expect.objectContaining({ abTestGroup: 'group_a' }),
    }),
  );
  dispatchEvent(new Event('pagehide'));
  expect(transport.calls.filter(({ name }) => name === 'events')).toHaveLength(1);
});

test('an invalid form sends an error for its field (§5), and no submission', async () => {
  const { user, amount, press, events } = await setUp();
  await user.type(amount, '1');
  await press();
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'error',
      error_type: 'regex_error',
      field_name: 'amount',
      form_type: 'redirect',
    }),
  );
  expect(events().map(({ event }) => event)).not.toContain('submit');
});

test('every event of a continued deposit has the deposit’s currency', async () => {
  const otp = buildTextField({ name: 'otp', placeholder: { en: 'Code from the SMS' } });
  const deposit = buildDepositSummary({ currency: 'INR' });
  const { user, press, messagesOf } = await setUpForm({
    path: '/deposit/redirect?method=card&depositId=deposit-1',
    answers: { 'deposit-get': { deposit, created: buildAskingDeposit([otp]) } },
  });
  await user.type(await screen.findByLabelText('Code from the SMS'), '1234');
  await press();
  await user.click(await screen.findByRole('link', { name: /payment page/i }));
  const reported = ['form_view', 'input_field', 'button', 'submit', 'redirect'];
  expect(messagesOf('onAnalyticsEvent')).toMatchObject(
    reported.map((event) => ({ payload: { event, currency: 'INR' } })),
  );
});

test('the time from the list to the first press of Deposit is reported once (§4), valid or not', async () => {
  const lost = { 'session-start': networkError('lost') };
  const { user, amount, press, bridge } = await setUp(lost, '/deposit');
  const reported = () =>
    bridge.sent.flatMap((message) =>
      message.messageType === 'Metric' && message.payload.name === 'first_show_submit_delay'
        ? [message.payload]
        : [],
    );
  await user.type(amount, '1');
  expect(reported()).toEqual([]);
  await press();
  expect(reported()).toHaveLength(1);
  await user.clear(amount);
  await user.type(amount, '50');
  await press();
  await failure();
  expect(reported()).toHaveLength(1);
});

test('no time is reported for a player who has seen no methods (§4)', async () => {
  const { user, amount, press, bridge } = await setUp();
  await user.type(amount, '1');
  await press();
  expect(JSON.stringify(bridge.sent)).not.toContain('first_show_submit_delay');
});

test('an unknown part of the response is reported, and the deposit is shown (§4)', async () => {
  const created = buildCreatedDeposit();
  const apiResponse = { ...created.apiResponse, source: null, pageId: 'hologram' };
  const answers = { 'deposit-create': { ...created, apiResponse } };
  const { user, amount, press, events, bridge, router } = await setUp(answers);
  await user.type(amount, '50');
  await press();
  await waitFor(() => expect(router.getPlace()?.route.name).toBe('Complete deposit'));
  const value = "The answer to deposit-create holds what can't be read: pageId hologram";
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'error', value },
  });
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'deposit.create', value: 'ok' },
  });
  expect(events()).toContainEqual({
    event: 'error',
    event_category: 'deposit',
    currency: 'EUR',
    deposit_method: 'card',
    method_type: 'fiat',
    payment_region: 'de',
    error_type: 'unreadable_answer',
    error_text: value,
  });
});

test('the form shows the issuer of a card, and reports nothing of it', async () => {
  const number = buildTextField({ name: 'cardNumber', category: 'card', showsCardIssuer: true });
  const { user, amount, bridge, callsOf } = await setUpForm({
    answers: {
      'methods-payment-v3': buildOffer([buildPaymentMethod({ cardViewType: 1, fields: [number] })]),
      'bank-get': {
        scheme: { name: 'Visa', iconId: 'visa' },
        bank: { name: 'Sample Bank', country: null },
      },
    },
  });
  await user.type(amount, '50');
  await user.type(screen.getByLabelText('Account holder'), '4242 4242 4242 4242');
  const described = { name: 'Account holder', description: 'Visa · Sample Bank' };
  expect(await screen.findByRole('textbox', described)).toBeTruthy();
  for (const { request } of callsOf('bank-get')) {
    expect(request).toEqual({
      payment_method: 'card',
      bin: expect.stringMatching(/^\d{6}(\d\d)?$/),
    });
  }
  dispatchEvent(new Event('pagehide'));
  expect(callsOf('events')).toHaveLength(1);
  expect(JSON.stringify([bridge.sent, callsOf('events')])).not.toMatch(/4242|Visa|Sample Bank/);
});
