import {
  buildAskingDeposit,
  buildDepositSummary,
  buildTextField,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setStage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';
import { setUpForm } from './testing/set-up-form.tsx';

// No server receives measurements here.
vi.mock('../../telemetry/start-rum.ts', () => ({ startRum: () => () => {} }));

beforeEach(() => {
  // The popup is blocked: a link to the provider replaces it.
  vi.spyOn(window, 'open').mockReturnValue(null);
});

afterEach(() => {
  vi.restoreAllMocks();
  performance.clearMarks();
  performance.clearMeasures();
});

async function setUp(answers: FakeAnswers = {}) {
  const user = userEvent.setup();
  const stage = setStage({ path: '/deposit/redirect?method=card', answers });
  render(stage.element);
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

test('the time to the first press of Deposit is reported once (§4), for a valid form or not', async () => {
  const { user, amount, press, bridge } = await setUp({ 'session-start': networkError('lost') });
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
