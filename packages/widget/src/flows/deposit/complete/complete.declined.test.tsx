import { type DeclineReason, type DepositState, declineReasons } from '@kassa/contract';
import {
  buildDepositState,
  buildOffer,
  buildPaymentMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import english from '../../../../../../locales/en.json';
import { heading, pass, press, setUpComplete } from './testing/set-up-complete.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const card = buildPaymentMethod({ category: 'card' });
const skrill = buildPaymentMethod({
  name: 'skrill',
  category: 'eMoney',
  text: { en: 'Skrill' },
  usualMinutes: 2,
});
const offered = { 'methods-payment-v3': buildOffer([card, skrill]) };
const withDeposit = (deposit: Partial<DepositState>, more: FakeAnswers = {}): FakeAnswers => ({
  ...offered,
  'deposit-status': buildDepositState(deposit),
  ...more,
});
const declined = (declineReason?: DeclineReason) =>
  withDeposit({ status: 'DECLINED', ...(declineReason && { declineReason }) });

const amountBox = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ });
const nextCard = () => screen.queryByRole('region', { name: 'Another way to pay' });

describe('money that is not credited', () => {
  test.each(['aboveLimit', 'playerBlocked', 'selfExcluded', 'belowPrice', 'packageGone'] as const)(
    'for %s is announced as being returned, and then as returned',
    async (returnReason) => {
      const arrived = withDeposit({ status: 'PENDING', isReceived: true, returnReason });
      await setUpComplete(arrived);
      expect(heading()).toBe('Your payment will be returned');
      const why = english[`complete.return.${returnReason}`];
      expect(screen.getByText(new RegExp(`^${why} The money goes back to you.$`))).toBeTruthy();
      cleanup();
      await setUpComplete(withDeposit({ status: 'DECLINED', returnReason }));
      expect(heading()).toBe('Your payment was returned');
      expect(screen.getByText(why)).toBeTruthy();
      // Another method has the same limit and the same block.
      expect(nextCard()).toBeNull();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      const another = screen.queryByRole('button', { name: 'Make another deposit' });
      const isBlocked = returnReason === 'playerBlocked' || returnReason === 'selfExcluded';
      expect(another === null).toBe(isBlocked);
    },
  );
});

test('a further payment that is returned is told beside the credited one', async () => {
  const returnReason = 'aboveLimit';
  await setUpComplete(withDeposit({ status: 'PAYED', processingAmount: '50.00', returnReason }));
  expect(heading()).toBe('€50.00 received');
  expect(screen.getByText(/A further payment for this deposit was not credited/)).toBeTruthy();
});

describe('a decline', () => {
  test.each(declineReasons)(
    'for %s shows the reason, and that nothing was credited',
    async (reason) => {
      await setUpComplete(declined(reason));
      const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
      expect(said.join()).toContain(english[`complete.reason.${reason}`]);
      expect(said.join()).toContain('Nothing was credited to your account.');
    },
  );

  test('without a reason shows none', async () => {
    await setUpComplete(declined());
    expect(screen.getByText(/did not go through and nothing was credited/)).toBeTruthy();
  });

  test('offers another method with the same amount, and creates nothing', async () => {
    const { router, transport } = await setUpComplete(declined('notPermitted'));
    const region = screen.getByRole('region', { name: 'Another way to pay' });
    expect(region.textContent).toContain('Try Skrill');
    expect(region.textContent).toContain('about 2 minutes');
    expect(within(region).getByRole('button').textContent).toBe('Use');
    await press('Use');
    expect(router.getPlace()?.path).toBe('/deposit/redirect');
    expect(router.getPlace()?.search).toEqual({ method: 'skrill' });
    expect(amountBox().value).toBe('50');
    expect(transport.calls.some(({ name }) => name === 'deposit-create')).toBe(false);
  });

  test('for wrong details offers another attempt first', async () => {
    const { router } = await setUpComplete(declined('wrongDetails'));
    expect(nextCard()).not.toBeNull();
    await press('Check and try again');
    expect(router.getPlace()?.search).toEqual({ method: 'card' });
  });

  test('that turns into a late success offers nothing else any more', async () => {
    const { transport } = await setUpComplete(declined('technical'));
    expect(nextCard()).not.toBeNull();
    transport.answers['deposit-status'] = buildDepositState({
      status: 'PAYED',
      processingAmount: '40.00',
    });
    await pass(61_000);
    expect(heading()).toBe('€40.00 received');
    expect(screen.getByText(/€40\.00 arrived instead of €50\.00/)).toBeTruthy();
    expect(nextCard()).toBeNull();
    expect(screen.queryByText(/technical/)).toBeNull();
  });

  test('offers nothing where no other method takes the payment', async () => {
    await setUpComplete({ ...declined(), 'methods-payment-v3': buildOffer([card]) });
    expect(nextCard()).toBeNull();
  });
});

test.each(['CANCELED', 'AUTO_CANCELED', 'PENDING'] as const)(
  '%s is no reason to change the method',
  async (status) => {
    await setUpComplete(withDeposit({ status }));
    expect(nextCard()).toBeNull();
  },
);

describe('“Make another deposit”', () => {
  test('opens the form with the same method and amount after a success, and creates nothing', async () => {
    const { router, transport } = await setUpComplete(
      withDeposit({ status: 'PAYED', amount: '75.50', processingAmount: '75.50' }),
    );
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
    await press('Make another deposit');
    expect(router.getPlace()?.path).toBe('/deposit/redirect');
    expect(amountBox().value).toBe('75.50');
    expect(transport.calls.some(({ name }) => name === 'deposit-create')).toBe(false);
  });

  test.each([
    ['isn’t offered any more', buildOffer([skrill])],
    [
      'is in maintenance',
      buildOffer([{ ...card, unavailable: { reason: 'planned' as const } }, skrill]),
    ],
    ['takes another currency now', { ...buildOffer([card]), currency: 'USD' }],
  ])('opens the list where the method %s', async (_, offer) => {
    const answers = withDeposit({ status: 'PAYED' }, { 'methods-payment-v3': offer });
    const { router } = await setUpComplete(answers);
    expect(heading()).toBe('€50.00 received');
    await press('Make another deposit');
    expect(router.getPlace()?.path).toBe('/deposit');
  });

  test.each([
    ['the money is being credited', { status: 'PENDING', isReceived: true }],
    ['the money was taken back', { status: 'PAYED', takenBack: { refunded: '50.00' } }],
  ] as const)('opens the list while %s', async (_, deposit) => {
    const { router } = await setUpComplete(withDeposit(deposit), '&status=accepted');
    await press('Make another deposit');
    expect(router.getPlace()?.path).toBe('/deposit');
  });
});

describe.each(['DECLINED', 'CANCELED', 'AUTO_CANCELED'] as const)(
  'a deposit that is %s',
  (status) => {
    test('offers another try with its method and amount, also from a group’s list', async () => {
      const { router } = await setUpComplete(withDeposit({ status }), '&group=cards');
      await press('Try again');
      expect(router.getPlace()).toMatchObject({
        path: '/deposit/group/redirect',
        search: { method: 'card', group: 'cards' },
      });
      expect(amountBox().value).toBe('50');
    });

    test('offers only the other methods where its own can’t be used', async () => {
      const answers = withDeposit({ status }, { 'methods-payment-v3': buildOffer([skrill]) });
      await setUpComplete(answers);
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      const other = screen.getByRole('button', { name: 'Choose another method' });
      expect(other.className).toBe('primary');
    });
  },
);
