import type { DepositSummary, Withdrawal } from '@kassa/contract';
import {
  buildDepositSummary,
  buildOffer,
  buildPaymentMethod,
  buildWithdrawal,
  buildWithdrawalPush,
} from '@kassa/test-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

// No day ends between a payment's date and its heading.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).getTime();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const paidIn = (over: Partial<DepositSummary> = {}) =>
  buildDepositSummary({ canContinue: false, status: 'PAYED', ...over });
const paidOut = (over: Partial<Withdrawal> = {}) =>
  buildWithdrawal({ status: 'PAID', isCancelable: false, ...over });

interface SetUp extends StageOptions {
  deposits?: DepositSummary[];
  withdrawals?: Withdrawal[];
}

function setUp({ deposits = [], withdrawals = [], answers, ...options }: SetUp = {}) {
  const stage = setStage({
    path: '/deposit/history',
    answers: { 'deposit-list': { deposits }, 'withdrawal-list': { withdrawals }, ...answers },
    ...options,
  });
  render(stage.element);
  return { user: userEvent.setup(), ...stage };
}

const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const rowsIn = async (name: string) =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent.replace(/\s/g, ' '));

test('both directions stand in one list by day, each with its direction in words', async () => {
  const at = (hours: number) => startOfToday() - hours * hourMs;
  setUp({
    deposits: [
      paidIn({ depositId: 'd1', createdAt: new Date(at(2)).toISOString() }),
      paidIn({ depositId: 'd2', createdAt: new Date(at(6)).toISOString() }),
    ],
    withdrawals: [paidOut({ createdAt: at(4), amount: '20.00' })],
  });
  const [first, second, third] = await rowsIn('Yesterday');
  expect(first).toMatch(/^Deposit ?Bank card.*€50\.00.*Credited$/);
  expect(second).toMatch(/^Withdrawal.*KW-7Q2M-41XK.*€20\.00.*Paid/);
  expect(third).toMatch(/^Deposit/);
});

test('withdrawals under way stand with the deposits on their way', async () => {
  const now = Date.now();
  setUp({
    deposits: [paidIn({ status: 'PENDING', createdAt: new Date(now - minuteMs).toISOString() })],
    withdrawals: [
      buildWithdrawal({ createdAt: now }),
      buildWithdrawal({ withdrawalId: 'w2', status: 'SENDING', createdAt: now - 2 * minuteMs }),
    ],
  });
  const rows = await rowsIn('In progress');
  expect(rows.map((row) => row.split(/(?<=Deposit|Withdrawal)/)[0])).toEqual([
    'Withdrawal',
    'Deposit',
    'Withdrawal',
  ]);
});

test.each<[string, Partial<Withdrawal>, RegExp]>([
  ['rejected', { status: 'REJECTED', endReason: 'operator' }, /Not approved$/],
  ['canceled', { status: 'CANCELED' }, /Canceled$/],
  ['failed', { status: 'FAILED', endReason: 'provider' }, /Did not go through$/],
  ['returned', { status: 'RETURNED', endReason: 'returned' }, /Returned$/],
  [
    'paid in part',
    { fee: '0.90', arrives: { amount: '30.00', currency: 'EUR' }, paidAmount: '30.90' },
    /€50\.00€30\.00 paid out/,
  ],
  ['less a fee', { fee: '1.00', arrives: { amount: '49.00', currency: 'EUR' } }, /€49\.00 paid/],
  ['in a coin', { arrives: { amount: '54.2', currency: 'USDT' } }, /€50\.0054\.2 USDT paid out/],
])('a withdrawal that was %s says so', async (_, over, words) => {
  setUp({ withdrawals: [paidOut(over)] });
  const [row] = await screen.findAllByRole('link');
  expect(row?.textContent.replace(/\s/g, ' ')).toMatch(words);
});

test('a withdrawal leads to its page, and back to the history as it was', async () => {
  const { user, router } = setUp({
    deposits: [paidIn()],
    withdrawals: [paidOut()],
    path: '/deposit/history?show=withdrawals',
    answers: { 'withdrawal-status': paidOut() },
  });
  await user.click(await screen.findByRole('link', { name: /KW-/ }));
  await waitFor(() =>
    expect(router.getPlace()).toMatchObject({
      path: '/withdrawal/complete',
      search: { withdrawalId: 'withdrawal-1', method: 'card-out' },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit/history'));
  expect((await choice('Withdrawals')).checked).toBe(true);
});

test('the filter shows one direction, stands in the address and keeps the focus', async () => {
  const { user, router } = setUp({ deposits: [paidIn()], withdrawals: [paidOut()] });
  expect(await screen.findAllByRole('link')).toHaveLength(2);
  await user.click(await choice('Deposits'));
  await waitFor(() => expect(router.getPlace()?.search).toEqual({ show: 'deposits' }));
  const [deposit, ...others] = await screen.findAllByRole('link');
  expect(deposit?.textContent).toContain('KS-');
  expect(others).toEqual([]);
  await waitFor(() => expect(document.activeElement).toHaveProperty('value', 'deposits'));
  await user.click(await choice('Withdrawals'));
  expect((await screen.findByRole('link')).textContent).toContain('KW-');
  await user.click(await choice('All'));
  await waitFor(() => expect(router.getPlace()?.search).toEqual({}));
});

test('back leads out of the history, whatever was chosen in it', async () => {
  const { user, router } = setUp({ deposits: [paidIn()], path: '/deposit' });
  await user.click(await screen.findByRole('link', { name: 'History' }));
  await user.click(await choice('Withdrawals'));
  await user.click(await choice('Deposits'));
  await waitFor(() => expect(router.getPlace()?.search).toEqual({ show: 'deposits' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
});

test.each([
  ['deposits', 'No deposits yet', 'Make a deposit', '/deposit'],
  ['withdrawals', 'No withdrawals yet', 'Make a withdrawal', '/withdrawal'],
])('without %s it leads to the first one', async (show, title, button, path) => {
  const { user, router } = setUp({
    ...(show === 'deposits' ? { withdrawals: [paidOut()] } : { deposits: [paidIn()] }),
    path: `/deposit/history?show=${show}`,
  });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(router.getPlace()?.path).toBe(path));
});

test.each([
  ['withdrawal-list', 'We can’t show your withdrawals', /KS-/],
  ['deposit-list', 'We can’t show your deposits', /KW-/],
] as const)('where %s fails, the other direction shows, and a notice', async (call, words, row) => {
  const { user, transport } = setUp({
    deposits: [paidIn()],
    withdrawals: [paidOut()],
    answers: { [call]: networkError('lost') },
  });
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(screen.getByRole('link', { name: row })).toBeTruthy();
  transport.answers['deposit-list'] = { deposits: [paidIn()] };
  transport.answers['withdrawal-list'] = { withdrawals: [paidOut()] };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where both fail, one reason shows for both', async () => {
  const lost = networkError('lost');
  setUp({ answers: { 'deposit-list': lost, 'withdrawal-list': lost } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('We can’t show your payments');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('a push about a withdrawal loads the withdrawals again', async () => {
  const { transport } = setUp({ withdrawals: [buildWithdrawal()] });
  await screen.findByRole('region', { name: 'In progress' });
  transport.answers['withdrawal-list'] = { withdrawals: [paidOut()] };
  transport.push({ name: 'withdrawal.status', data: buildWithdrawalPush() });
  expect(await screen.findByRole('region', { name: 'Today' })).toBeTruthy();
  expect(transport.calls.filter(({ name }) => name === 'deposit-list')).toHaveLength(1);
});

test('a withdrawal has its method’s name, and a player without one doesn’t load the methods', async () => {
  const method = buildPaymentMethod({ name: 'card-out', text: { en: 'Card payout' } });
  const asked = (calls: { name: string }[]) =>
    calls.filter(({ name }) => name === 'methods-withdrawal').length;
  const { transport } = setUp({
    withdrawals: [paidOut()],
    answers: { 'methods-withdrawal': buildOffer([method]) },
  });
  expect(await screen.findByRole('link', { name: /Card payout/ })).toBeTruthy();
  expect(asked(transport.calls)).toBe(1);
});

test('where only the last 50 of each direction are listed it says so', async () => {
  const withdrawals = Array.from({ length: 50 }, (_, index) =>
    paidOut({ withdrawalId: `w${index}` }),
  );
  setUp({ deposits: [paidIn()], withdrawals });
  expect(await screen.findByText(/last 50 withdrawals/)).toBeTruthy();
  expect(screen.queryByText(/last 50 deposits/)).toBeNull();
});

const sweepstake: SetUp = {
  path: '/withdrawal/list',
  hostData: { widgetViewType: 'sweep', currency: 'QSC' },
};

test('the sweepstake cashier’s withdrawals are redemptions', async () => {
  const { user } = setUp({ ...sweepstake, deposits: [paidIn()], withdrawals: [paidOut()] });
  expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent).join()).toMatch(
    /Redemption/,
  );
  await user.click(await choice('Redemptions'));
  expect(document.body.textContent).not.toMatch(/withdraw/i);
});

test.each([
  ['', 'Your deposits and redemptions will be listed here.', 'Make a deposit'],
  ['?show=withdrawals', 'No redemptions yet', 'Make a redemption'],
])('an empty history (%s) speaks of redemptions', async (search, words, button) => {
  setUp({
    ...sweepstake,
    path: `/withdrawal/list${search}`,
  });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('button', { name: button })).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/withdraw/i);
});

test('redemptions that fail to load are named so', async () => {
  setUp({
    ...sweepstake,
    deposits: [paidIn()],
    answers: { 'withdrawal-list': networkError('lost') },
  });
  expect(await screen.findByText('We can’t show your redemptions')).toBeTruthy();
});
