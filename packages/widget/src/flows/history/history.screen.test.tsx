import type { DepositSummary } from '@kassa/contract';
import {
  buildChainTransaction,
  buildCoinMethod,
  buildCreatedDeposit,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildUser,
} from '@kassa/test-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type StageOptions, setStage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

// No day ends between a deposit's date and its heading.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const hourMs = 3_600_000;
const madeAt = (date: Date) => ({ createdAt: date.toISOString() });
/** A time of today, even shortly after midnight. */
const today = () => madeAt(new Date(Math.max(Date.now() - 1000, startOfToday().getTime())));
const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0));

const over = (overrides: Partial<DepositSummary> = {}) =>
  buildDepositSummary({ canContinue: false, status: 'PAYED', ...today(), ...overrides });

function setUp(deposits: DepositSummary[], { answers, ...options }: StageOptions = {}) {
  const stage = setStage({
    path: '/deposit/history',
    answers: { 'deposit-list': { deposits }, ...answers },
    ...options,
  });
  render(stage.element);
  return { user: userEvent.setup(), ...stage };
}

const row = (name: RegExp) => screen.findByRole('link', { name });

describe('the history', () => {
  test('is linked from the complete page', async () => {
    const { user, router } = setUp([over()], {
      path: '/deposit/complete?depositId=deposit-1&method=card',
    });
    await user.click(await row(/History/));
    await row(/Bank card/);
    expect(router.getPlace()?.path).toBe('/deposit/history');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: '€50.00 received' })).toBeTruthy();
    expect(router.getPlace()?.path).toBe('/deposit/complete');
  });

  test('lists deposits by day with amount, reference, time and status', async () => {
    const yesterday = madeAt(new Date(startOfToday().getTime() - hourMs));
    const long = madeAt(new Date(2020, 4, 17, 14, 2));
    setUp([
      over({ depositId: 'd1' }),
      over({ depositId: 'd2', status: 'DECLINED', ...yesterday }),
      over({ depositId: 'd3', status: 'AUTO_CANCELED', ...long }),
    ]);
    const first = within(await screen.findByRole('region', { name: 'Today' })).getByRole('link');
    expect(first.textContent).toMatch(/Bank card.*KS-7Q2M-41XK.*€50\.00.*Credited/);
    const second = within(screen.getByRole('region', { name: 'Yesterday' })).getByRole('link');
    expect(second.textContent).toContain('Declined');
    const third = within(screen.getByRole('region', { name: 'May 17, 2020' })).getByRole('link');
    expect(third.textContent).toMatch(/2:02\sPM/);
    expect(third.textContent).toContain('Expired');
  });

  test('shows what was sent of a coin, and of an unpaid one the coin alone', async () => {
    const coin = buildCoinMethod();
    const ofCoin = (depositId: string, overrides: Partial<DepositSummary>) =>
      over({ depositId, paymentMethod: coin.name, amount: '5', currency: 'USDT', ...overrides });
    const chain = buildChainTransaction();
    setUp(
      [
        ofCoin('d1', { status: 'PENDING', canContinue: true }),
        ofCoin('d2', { status: 'AUTO_CANCELED', chain }),
        ofCoin('d3', { chain, processingAmount: '23.10', processingCurrency: 'EUR' }),
      ],
      { answers: { 'methods-payment-v3': buildOffer([coin]) } },
    );
    const linksIn = async (name: string) =>
      within(await screen.findByRole('region', { name }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent?.replace(/^.*41XK/, '').replace(/\s/g, ' '));
    expect(await linksIn('In progress')).toEqual(['25 USDTProcessing']);
    expect(await linksIn('Today')).toEqual(['USDTWaiting', '25 USDT€23.10 creditedCredited']);
    expect(screen.queryByRole('heading', { name: /nfinished/ })).toBeNull();
  });

  test('shows the credited amount where it differs', async () => {
    setUp([
      over({ depositId: 'd1', processingAmount: '40.00' }),
      over({ depositId: 'd2', amount: '70.00', processingAmount: '70.00' }),
      over({
        depositId: 'd3',
        amount: '90.00',
        processingAmount: '97.20',
        processingCurrency: 'USD',
      }),
    ]);
    expect((await row(/€50\.00/)).textContent).toContain('€40.00 credited');
    expect((await row(/€70\.00/)).textContent).not.toContain('credited');
    expect((await row(/€90\.00/)).textContent).toContain('$97.20 credited');
  });

  test('shows the charged sum, in the row and in the details, where there was a fee', async () => {
    const fee = { payerFee: '0.75', charged: '50.75' };
    const { user } = setUp([over({ depositId: 'd1', ...fee }), over({ depositId: 'd2' })], {
      answers: { 'deposit-status': 'never' },
    });
    const [charged, plain] = await screen.findAllByRole('link', { name: /Bank card/ });
    expect(charged?.textContent).toContain('€50.75 with the fee');
    expect(plain?.textContent).not.toContain('with the fee');
    await user.click(charged as HTMLElement);
    const row = async (name: string) => (await screen.findByText(name)).nextElementSibling;
    expect((await row('Charged including the fee'))?.textContent).toBe('€50.75');
    expect((await row('Fee'))?.textContent).toBe('€0.75');
  });

  test('shows what was taken back', async () => {
    const credited = { amount: '50.00', processingAmount: '50.00' };
    setUp([
      over({ depositId: 'd1', reference: 'KS-1', ...credited, takenBack: { refunded: '50.00' } }),
      over({
        depositId: 'd2',
        reference: 'KS-2',
        ...credited,
        takenBack: { chargedBack: '20.00' },
      }),
    ]);
    const whole = await row(/KS-1/);
    expect(whole.textContent).toMatch(/€50\.00Refunded$/);
    expect((await row(/KS-2/)).textContent).toMatch(/€20\.00 taken backPartly charged back$/);
  });

  test('shows the deposit’s own name of a method that isn’t offered any more', async () => {
    setUp([over({ paymentMethod: 'card_p2p_old' })]);
    expect(await row(/card p2p old/)).toBeTruthy();
  });

  test('shows where the methods fail to load', async () => {
    setUp([over()], { answers: { 'methods-payment-v3': networkError('lost') } });
    expect(await row(/€50\.00/)).toBeTruthy();
  });

  test('without payments links to the first deposit', async () => {
    const { user, router } = setUp([]);
    expect(await screen.findByRole('heading', { name: 'No payments yet' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Make a deposit' }));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });

  test('that fails to load shows the reason, and is loaded again', async () => {
    const { user, transport } = setUp([], { answers: { 'deposit-list': networkError('lost') } });
    expect((await screen.findByRole('alert')).textContent).toContain('network connection failed');
    transport.answers['deposit-list'] = { deposits: [over()] };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row(/Bank card/)).toBeTruthy();
  });

  test('is loaded once more after a push', async () => {
    const { transport } = setUp([over({ status: 'PENDING' })]);
    expect((await row(/Bank card/)).textContent).toContain('Processing');
    const asked = () => transport.calls.filter(({ name }) => name === 'deposit-list').length;
    const before = asked();
    transport.answers['deposit-list'] = { deposits: [over()] };
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
    });
    await waitFor(async () => expect((await row(/Bank card/)).textContent).toContain('Credited'));
    expect(asked()).toBe(before + 1);
  });

  test('has those without an end first, with their day', async () => {
    const yesterday = madeAt(new Date(startOfToday().getTime() - hourMs));
    const long = madeAt(new Date(2020, 4, 17, 14, 2));
    setUp([
      over({ depositId: 'd1', reference: 'KS-1' }),
      over({ depositId: 'd2', reference: 'KS-2', status: 'DECLINED', ...yesterday }),
      over({ depositId: 'd3', reference: 'KS-3', status: 'PENDING', ...yesterday }),
      over({ depositId: 'd4', reference: 'KS-4', status: 'PENDING', isReceived: true, ...long }),
    ]);
    const pending = within(await screen.findByRole('region', { name: 'In progress' }));
    const references = (links: HTMLElement[]) =>
      links.map(({ textContent }) => /KS-\d/.exec(textContent)?.[0]);
    expect(references(pending.getAllByRole('link'))).toEqual(['KS-3', 'KS-4']);
    expect(pending.getByRole('link', { name: /KS-4/ }).textContent).toContain('May 17, 2020');
    expect(references(screen.getAllByRole('link'))).toEqual(['KS-3', 'KS-4', 'KS-1', 'KS-2']);
  });

  test('has all of the unfinished ones first, also more than a page', async () => {
    const many = (kind: string, count: number, more: Partial<DepositSummary>) =>
      Array.from({ length: count }, (_, index) =>
        over({ depositId: `${kind}-${index}`, reference: `KS-${kind}`, ...more }),
      );
    setUp([...many('over', 50, {}), ...many('pending', 60, { status: 'PENDING' })]);
    const pending = within(await screen.findByRole('region', { name: 'In progress' }));
    expect(pending.getAllByRole('link')).toHaveLength(60);
    const kinds = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(kinds.findLastIndex((row) => row.includes('KS-pending'))).toBe(59);
    expect(kinds).toHaveLength(110);
  });

  test('tells where it ends', async () => {
    const many = Array.from({ length: 50 }, (_, index) => over({ depositId: `d${index}` }));
    // An old unfinished one is listed besides the last 50.
    setUp([...many, over({ depositId: 'old', status: 'PENDING' })]);
    expect(await screen.findByText('Only your last 50 deposits are listed here.')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(51);
  });

  test('reads in Arabic from right to left', async () => {
    setUp([over()], { locale: 'ar' });
    expect(await screen.findByRole('region', { name: 'اليوم' })).toBeTruthy();
    expect(screen.getByText('أُضيف إلى الرصيد')).toBeTruthy();
  });
});

describe('opening a deposit', () => {
  test('that is unfinished continues it', async () => {
    const deposit = buildDepositSummary();
    const { user } = setUp([deposit], {
      answers: { 'deposit-get': { deposit, created: buildCreatedDeposit() } },
    });
    const link = await screen.findByRole('link', { name: 'Continue' });
    expect(link.getAttribute('href')).toBe('https://provider.example/pay/1');
    await user.click(link);
    expect(await screen.findByText('Waiting for your payment')).toBeTruthy();
  });

  test('that is over shows all details at once, reports nothing to the host, and leads back', async () => {
    const { user, router, bridge, started } = setUp(
      [over({ processingAmount: '40.00', ...today() })],
      {
        answers: { 'deposit-status': 'never', 'user-get': buildUser() },
      },
    );
    started.queryClient.setQueryData(['user-get'], buildUser());
    await user.click(await row(/Bank card/));
    expect(await screen.findByRole('heading', { name: '€40.00 received' })).toBeTruthy();
    expect(screen.getByText(/€40\.00 arrived instead of €50\.00/)).toBeTruthy();
    expect(screen.getByText('KS-7Q2M-41XK')).toBeTruthy();
    expect(bridge.sent.some(({ messageType }) => messageType === 'depositStatus')).toBe(false);
    expect(started.queryClient.getQueryState(['user-get'])?.isInvalidated).toBe(false);
    expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await row(/Bank card/);
    expect(router.getPlace()?.path).toBe('/deposit/history');
  });

  test('that was declined and is paid later tells the host', async () => {
    const { user, transport, bridge } = setUp([over({ status: 'DECLINED' })], {
      answers: { 'deposit-status': buildDepositState({ status: 'DECLINED' }) },
    });
    await user.click(await row(/Bank card/));
    await screen.findByRole('heading', { name: 'Payment declined' });
    transport.answers['deposit-status'] = buildDepositState({ status: 'PAYED' });
    transport.push({
      name: 'deposit.status',
      data: { depositId: 'deposit-1', status: 1, word: 'PAYED', amount: '50.00', currency: 'EUR' },
    });
    expect(await screen.findByRole('heading', { name: '€50.00 received' })).toBeTruthy();
    expect(bridge.sent).toContainEqual({
      messageType: 'depositStatus',
      payload: { depositId: 'deposit-1', status: 'processed' },
    });
  });

  test('that is pending shows as accepted without a wait', async () => {
    const { user } = setUp([over({ status: 'PENDING' })]);
    await user.click(await row(/Bank card/));
    expect(await screen.findByRole('heading', { name: 'Not confirmed yet' })).toBeTruthy();
  });

  test('offers the same payment again, with its amount in the form', async () => {
    const { user, transport } = setUp([over({ amount: '75.50' })], {
      answers: { 'deposit-status': buildDepositState({ status: 'PAYED', amount: '75.50' }) },
    });
    await user.click(await row(/Bank card/));
    await user.click(await screen.findByRole('button', { name: 'Make another deposit' }));
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /Amount/ });
    expect(box.value).toBe('75.50');
    expect(transport.calls.some(({ name }) => name === 'deposit-create')).toBe(false);
  });

  test('that was declined leads to another attempt with its amount', async () => {
    const { user, router } = setUp([over({ status: 'DECLINED', amount: '75.50' })], {
      answers: { 'deposit-status': buildDepositState({ status: 'DECLINED', amount: '75.50' }) },
    });
    await user.click(await row(/Bank card/));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /Amount/ });
    expect(box.value).toBe('75.50');
    expect(router.getPlace()?.path).toBe('/deposit/redirect');
  });

  test('that was declined, of a method that isn’t offered any more, leads to the other methods', async () => {
    const { user, router } = setUp([over({ status: 'DECLINED', paymentMethod: 'gone' })], {
      answers: { 'deposit-status': buildDepositState({ status: 'DECLINED' }) },
    });
    await user.click(await row(/gone/));
    await screen.findByRole('heading', { name: 'Payment declined' });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose another method' }));
    await waitFor(() => expect(router.getPlace()?.path).toBe('/deposit'));
  });
});
