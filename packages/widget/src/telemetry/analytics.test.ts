import type { HostData } from '@kassa/contract';
import { buildHostData, createFakeBridge, createFakeTransport } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { networkError, TransportError } from '../transport/transport-error.ts';
import {
  type AnalyticsSession,
  describeChosenMethod,
  sendAnalytics,
  sendFieldErrors,
  sendRequestFailure,
} from './analytics.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp({ isNative = false, ...host }: { isNative?: boolean } & Partial<HostData> = {}) {
  const transport = createFakeTransport({ events: { accepted: 1 } });
  const call = vi.spyOn(transport, 'call');
  const bridge = { ...createFakeBridge(), isNative };
  const session: AnalyticsSession = {
    transport,
    bridge,
    hostData: buildHostData(host),
    describeEvent: (event_category) => ({ event_category, payment_region: 'de' }),
  };
  return { session, bridge, transport, call };
}

test('sends an event to the host at once and to the server a little later, in one batch', async () => {
  const { session, bridge, transport } = setUp();
  sendAnalytics(session, { event: 'form_view', currency: 'EUR' });
  sendAnalytics(session, { event: 'submit', submit_amount: '50' });
  const payload = { event_category: 'deposit', payment_region: 'de' };
  const first = { ...payload, event: 'form_view', currency: 'EUR' };
  const second = { ...payload, event: 'submit', submit_amount: '50' };
  expect(bridge.sent.map((message) => 'payload' in message && message.payload)).toEqual([
    first,
    second,
  ]);
  expect(transport.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(transport.calls).toMatchObject([{ name: 'events', request: { events: [first, second] } }]);
});

test('sends only the listed events of a withdrawal', async () => {
  const { session, bridge, transport } = setUp();
  for (const event of [
    'redirect',
    'bonus_activated',
    'payment_session_started',
    'submit',
  ] as const) {
    sendAnalytics(session, { event, event_category: 'withdrawal' });
  }
  expect(bridge.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(transport.calls).toMatchObject([{ request: { events: [{ event: 'submit' }] } }]);
});

test('sends waiting events when the page closes', () => {
  const { session, call } = setUp();
  sendAnalytics(session, { event: 'exit' });
  dispatchEvent(new Event('pagehide'));
  expect(call).toHaveBeenCalledWith('events', expect.anything(), { keepalive: true });
});

test('sends the platform of a native web view', async () => {
  const { session, transport } = setUp({ isNative: true, platform: 'ios' });
  sendAnalytics(session, { event: 'exit' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(transport.calls).toMatchObject([{ request: { isNative: true, platform: 'ios' } }]);
});

test('a batch names host, partner and the host’s id of the player (§3)', async () => {
  const told = { host: 'casino', partnerKey: 'partner-7', userId: 'u-42' };
  const { session, transport } = setUp(told);
  sendAnalytics(session, { event: 'exit' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(transport.calls).toMatchObject([{ request: told }]);
});

test.each(['ada@example.org', '+491701234567', 'Ada Lovelace', 'x'.repeat(129), ''])(
  'an id with another form, %j, is not sent; long names are shortened',
  async (userId) => {
    const { session, transport } = setUp({ userId, host: 'x'.repeat(300), partnerKey: '' });
    sendAnalytics(session, { event: 'exit' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(transport.calls.map(({ request }) => request)).toEqual([
      { events: expect.anything(), host: 'x'.repeat(200) },
    ]);
  },
);

test('an event that the server did not receive is sent again, a rejected one is not', async () => {
  const { session, transport } = setUp();
  transport.answers.events = networkError('Failed to fetch');
  sendAnalytics(session, { event: 'exit' });
  await vi.advanceTimersByTimeAsync(5000);
  transport.answers.events = { accepted: 1 };
  await vi.advanceTimersByTimeAsync(5000);
  expect(transport.calls).toHaveLength(2);

  const refusal = { kind: 'refused', code: 'request.invalid', message: 'No.' } as const;
  transport.answers.events = new TransportError(refusal);
  sendAnalytics(session, { event: 'exit' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(transport.calls).toHaveLength(3);
});

test('sends a failed request as an error event with a shortened message', () => {
  const { session, bridge } = setUp();
  const message = 'x'.repeat(1000);
  sendRequestFailure(
    session,
    'methods-withdrawal',
    new TransportError({ kind: 'refused', code: 'server.error', status: 500, message }),
    'withdrawal',
  );
  sendRequestFailure(session, 'name-enquiry', networkError('Failed to fetch'), 'withdrawal');
  sendRequestFailure(session, 'deposit-list', networkError('Failed to fetch'), 'withdrawal');
  expect(bridge.sent.map((sent) => 'payload' in sent && sent.payload)).toMatchObject([
    {
      event: 'error',
      event_category: 'withdrawal',
      error_code: '500',
      error_text: 'x'.repeat(200),
    },
    { event_category: 'withdrawal', error_code: 'network', error_text: 'Failed to fetch' },
    { event_category: 'deposit', error_code: 'network', error_text: 'Failed to fetch' },
  ]);
});

test('an invalid form sends one event per field (§5)', () => {
  const { session, bridge } = setUp();
  const method = { name: 'pix', category: 'eMoney' };
  sendFieldErrors(session, {
    ...describeChosenMethod('deposit', method),
    formType: 'redirect',
    fieldNames: ['cpf', 'amount'],
  });
  const shared = {
    event: 'error',
    error_type: 'regex_error',
    form_type: 'redirect',
    deposit_method: 'pix',
  };
  expect(bridge.sent.map((sent) => 'payload' in sent && sent.payload)).toMatchObject([
    { ...shared, field_name: 'cpf' },
    { ...shared, field_name: 'amount' },
  ]);
});

test.each([
  [
    { name: 'tether', category: 'crypto' },
    'deposit',
    { deposit_method: 'tether', method_type: 'crypto' },
  ],
  [{ name: 'card', category: 'card' }, 'deposit', { deposit_method: 'card', method_type: 'fiat' }],
  [
    { name: 'card', category: 'card' },
    'withdrawal',
    { withdrawal_method: 'card', method_type: 'fiat' },
  ],
  ['gone', 'withdrawal', { withdrawal_method: 'gone', method_type: 'default' }],
  [null, 'withdrawal', { method_type: 'default' }],
] as const)('describes the method %j of a %s', (method, category, described) => {
  expect(describeChosenMethod(category, method)).toEqual({
    event_category: category,
    ...described,
  });
});

test.each([
  'saved-details-list',
  'user-get',
  'methods-country-selector-v2',
  'payment-convert-v2',
  'sweepstake-balance-get',
  'bank-get',
] as const)('a failed %s counts in the flow that the player is in', (call) => {
  const { session, bridge } = setUp();
  sendRequestFailure(session, call, networkError('Failed to fetch'), 'deposit');
  sendRequestFailure(session, call, networkError('Failed to fetch'), 'withdrawal');
  expect(bridge.sent).toMatchObject([
    { payload: { event_category: 'deposit' } },
    { payload: { event_category: 'withdrawal' } },
  ]);
});
