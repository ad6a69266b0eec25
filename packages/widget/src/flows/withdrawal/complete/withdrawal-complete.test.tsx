import type { Withdrawal } from '@kassa/contract';
import { buildOffer, buildWithdrawal, buildWithdrawalPush } from '@kassa/test-kit';
import { act, cleanup, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { bankOut, setUpWithdrawal } from '../testing/set-up-withdrawal.tsx';

const path = '/withdrawal/complete?withdrawalId=withdrawal-1&method=bank-out';

const setUp = (withdrawal: Partial<Withdrawal> = {}, answers = {}) =>
  setUpWithdrawal(path, {
    'withdrawal-status': buildWithdrawal({ paymentMethod: 'bank-out', ...withdrawal }),
    ...answers,
  });
/** The provider has taken it. */
const sent = {
  status: 'SENDING',
  isCancelable: false,
  sentAt: Date.UTC(2026, 10, 25, 10, 40),
} as const satisfies Partial<Withdrawal>;
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name });

test.each(['never', networkError('lost')] as const)(
  'a withdrawal is accepted from the start, and can be closed whatever the header has: %s',
  async (answer) => {
    const { user, bridge, events } = setUpWithdrawal(
      path,
      { 'withdrawal-status': answer },
      { hostData: { closingButton: false } },
    );
    expect(await title('We are processing it')).toBeTruthy();
    await user.click(screen.getByText('Close'));
    expect(events().at(-1)).toEqual({
      event: 'exit',
      event_category: 'withdrawal',
      withdrawal_method: 'bank-out',
      currency: 'EUR',
      method_type: 'fiat',
      payment_region: 'de',
    });
    expect(bridge.sent.at(-1)).toEqual({ messageType: 'onClose' });
  },
);

test('an unknown withdrawal is told', async () => {
  setUpWithdrawal(path, {
    'withdrawal-status': new TransportError({
      kind: 'refused',
      code: 'withdrawal.notFound',
      message: '',
      status: 404,
    }),
  });
  expect(await title('We can’t show this withdrawal')).toBeTruthy();
});

test.each<[string, Partial<Withdrawal>, string[]]>([
  ['We are processing it', {}, ['Being checked', 'We check it before we send it.']],
  ['€50.00 on its way', sent, ['Approved']],
  [
    '€50.00 paid out',
    { status: 'PAID', isCancelable: false },
    ['€50.00 was sent to •••• 1234.', 'Back to the game'],
  ],
  [
    'Paid out in part',
    {
      status: 'PAID',
      isCancelable: false,
      fee: '0.90',
      arrives: { amount: '30.00', currency: 'EUR' },
      paidAmount: '30.90',
    },
    [
      '€30.00 of €50.00 was paid out to •••• 1234.',
      '€19.10 is back on your balance.',
      'You receive',
      '€30.00',
    ],
  ],
  [
    'Withdrawal not approved',
    { status: 'REJECTED', isCancelable: false, endReason: 'operator' },
    ['€50.00 is back on your balance.'],
  ],
  [
    'The withdrawal did not go through',
    { status: 'FAILED', isCancelable: false, endReason: 'provider' },
    ['€50.00 is back on your balance.', 'Make another withdrawal'],
  ],
  [
    'The money came back',
    { status: 'RETURNED', isCancelable: false, endReason: 'returned' },
    ['€50.00 is back on your balance.'],
  ],
  [
    'Withdrawal canceled',
    { status: 'CANCELED', isCancelable: false },
    ['€50.00 is back on your balance.'],
  ],
])('%s', async (name, withdrawal, texts) => {
  setUp(withdrawal);
  expect(await title(name)).toBeTruthy();
  for (const words of texts) expect(await screen.findByText(words)).toBeTruthy();
});

test('it says by when the money arrives, as long as that is to come', async () => {
  const usual = { 'methods-withdrawal': buildOffer([{ ...bankOut, usualMinutes: 60 }]) };
  const sentAt = Date.parse('2026-11-25T10:40:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now: sentAt });
  onTestFinished(() => void vi.useRealTimers());
  setUp({ status: 'SENDING', isCancelable: false, sentAt }, usual);
  expect(await screen.findByText(/^Arrives by /)).toBeTruthy();
  cleanup();
  setUp({ status: 'SENDING', isCancelable: false, sentAt: sentAt - 2 * 3_600_000 }, usual);
  await title('€50.00 on its way');
  expect(screen.queryByText(/^Arrives by /)).toBeNull();
});

test('where the outcome of sending is unknown, it is not on its way, and has no time of arrival', async () => {
  const usual = { 'methods-withdrawal': buildOffer([{ ...bankOut, usualMinutes: 60 }]) };
  setUp({ status: 'SENDING', isCancelable: false }, usual);
  expect(await screen.findByText('~1 h')).toBeTruthy();
  expect(await title('We are processing it')).toBeTruthy();
  expect(screen.queryByText(/^Arrives by /)).toBeNull();
});

test('it waits for its destination to be trusted', async () => {
  setUp({ sendsAfter: Date.now() + 3_600_000 });
  expect(await screen.findByText(/^Waits until/)).toBeTruthy();
});

test('the details have what support and the player need', async () => {
  setUp({
    amount: '50.00',
    fee: '1.00',
    arrives: { amount: '52.1', currency: 'USDT' },
    destination: 'TXYZ•••',
    status: 'SENDING',
    transaction: { blockchain: 'TRON', txid: 'a1b2c3d4e5f6a7b8', confirmations: 7, required: 20 },
  });
  await title(/USDT on its way$/);
  const rows = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
    // Amounts have spaces that don't break.
    .map((row) => row.replaceAll('\u00a0', ' '));
  expect(rows.slice(0, 7)).toEqual([
    'Amount: €50.00',
    'Fee: €1.00',
    'You receive: 52.1 USDT',
    'Method: Bank transfer',
    'Destination: TXYZ•••',
    'Transaction: a1b2c…6a7b8',
    'Reference: KW-7Q2M-41XK',
  ]);
  expect(screen.getByText('7 of 20 blocks')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View in explorer' })).toHaveProperty(
    'href',
    expect.stringContaining('a1b2c3d4e5f6a7b8'),
  );
});

describe('it is live', () => {
  test('by a push', async () => {
    const { transport } = setUp();
    await title('We are processing it');
    transport.answers['withdrawal-status'] = buildWithdrawal({ status: 'PAID' });
    act(() => transport.push({ name: 'withdrawal.status', data: buildWithdrawalPush() }));
    expect(await title('€50.00 paid out')).toBeTruthy();
  });

  test('but not by the push of another', async () => {
    const { transport, callsOf } = setUp();
    await title('We are processing it');
    const data = buildWithdrawalPush({ withdrawalId: 'w2' });
    act(() => transport.push({ name: 'withdrawal.status', data }));
    expect(callsOf('withdrawal-status')).toHaveLength(1);
  });

  test('after a new connection', async () => {
    const { transport } = setUp();
    await title('We are processing it');
    transport.answers['withdrawal-status'] = buildWithdrawal(sent);
    act(() => transport.connect());
    expect(await title('€50.00 on its way')).toBeTruthy();
  });
});

describe('canceling', () => {
  test('takes a second press, and can be thought over', async () => {
    const { user, callsOf } = setUp(
      {},
      {
        'withdrawal-cancel': buildWithdrawal({ status: 'CANCELED', isCancelable: false }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
    const question = screen.getByText('Cancel this withdrawal? €50.00 comes back to your balance.');
    expect(document.activeElement).toBe(question);
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(document.activeElement?.textContent).toBe('Cancel withdrawal');
    expect(callsOf('withdrawal-cancel')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel withdrawal' }));
    const [region] = screen.getAllByText('We are processing it', { selector: '[role=status]' });
    await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    expect(await title('Withdrawal canceled')).toBeTruthy();
    // The pressed button is gone.
    expect(document.activeElement?.tagName).toBe('H1');
    // A screen reader follows one region.
    expect(region?.isConnected).toBe(true);
    expect(region?.textContent).toBe('Withdrawal canceled €50.00 is back on your balance.');
  });

  test('that comes too late is told', async () => {
    const { user, transport } = setUp(
      {},
      {
        'withdrawal-cancel': new TransportError({
          kind: 'refused',
          code: 'withdrawal.notOpen',
          message: '',
          status: 409,
        }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
    transport.answers['withdrawal-status'] = buildWithdrawal(sent);
    await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    expect(await title('€50.00 on its way')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Yes, cancel it' })).toBeNull();
    expect(screen.getByRole('alert').textContent).toMatch(/can’t be changed any more/);
    expect(screen.getByRole('button', { name: 'Make another withdrawal' })).toBeTruthy();
  });
});

test('one from the history leads back there', async () => {
  const { user, router, at } = setUpWithdrawal('/deposit/history', {
    'methods-withdrawal': buildOffer([bankOut]),
  });
  await at('Deposit history');
  const search = { withdrawalId: 'withdrawal-1', to: 'Deposit history' };
  router.navigate({ to: 'Withdrawal complete', search });
  await at('Withdrawal complete');
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await at('Deposit history');
});
