import {
  buildOffer,
  buildPaymentMethod,
  buildSavedDetails,
  buildUser,
  buildWithdrawal,
} from '@kassa/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { TransportError } from '../../../transport/transport-error.ts';
import { bankOut, setUpConfirmation, setUpWithdrawal } from '../testing/set-up-withdrawal.tsx';
import { narrowByBalance } from './narrow-by-balance.ts';

const path = '/withdrawal/redirect?method=bank-out';
const refused = (code: string, params: Record<string, string> = {}) =>
  new TransportError({ kind: 'refused', code, message: '', status: 422, params });

test('the form asks what the order brings, and its events have the whole payload', async () => {
  const { callsOf, events, router } = await setUpConfirmation();
  expect(callsOf('withdrawal-quote')[0]?.request).toEqual({
    amount: '50',
    currency: 'EUR',
    paymentType: 'bank-out',
    fields: { account: '0123456789' },
    selectedCountry: 'de',
  });
  // Payment details are never in the address.
  expect(router.getPlace()?.search).toEqual({ method: 'bank-out', to: 'Withdrawal redirect' });
  const payload = {
    event_category: 'withdrawal',
    currency: 'EUR',
    withdrawal_method: 'bank-out',
    method_type: 'fiat',
    payment_region: 'de',
  };
  const form = { ...payload, form_type: 'withdrawal' };
  expect(events().slice(0, 4)).toEqual([
    { ...form, event: 'form_view' },
    { ...form, event: 'input_field', field_name: 'amount' },
    { ...form, event: 'input_field', field_name: 'account' },
    { ...form, event: 'button', button_name: 'withdraw' },
  ]);
});

test('one press takes the whole balance, and a higher amount is refused at once', async () => {
  const { user } = setUpWithdrawal(path);
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
  await user.click(await screen.findByRole('button', { name: 'All: 120' }));
  expect(amount.value).toBe('120');
  await user.clear(amount);
  await user.type(amount, '121');
  expect(await screen.findByText('The amount can’t be more than €120')).toBeTruthy();
});

test('a balance below the method’s minimum is told before anything is typed', async () => {
  setUpWithdrawal(path, {
    'user-get': buildUser({ balanceData: { primary: { amount: '5.00', currency: 'EUR' } } }),
  });
  expect(
    await screen.findByText('Your balance is below this method’s minimum of €10.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('a field that the server refuses is marked', async () => {
  const { user } = setUpWithdrawal(path, {
    'withdrawal-quote': refused('amount.aboveMax', { limit: '40' }),
  });
  await user.type(await screen.findByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Account number'), '0123456789');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The amount can’t be more than €40')).toBeTruthy();
});

test('money that has to go back first leads to the method for it', async () => {
  const card = buildPaymentMethod({ name: 'card-out', text: { en: 'Bank card' } });
  const { user, router, transport } = setUpWithdrawal(path, {
    'methods-withdrawal': buildOffer([bankOut, card]),
    'withdrawal-quote': refused('payout.closedLoop', {
      amount: '30.00',
      currency: 'EUR',
      method: 'card-out',
    }),
  });
  await user.type(await screen.findByLabelText('Amount'), '50');
  await user.type(screen.getByLabelText('Account number'), '0123456789');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(
    await screen.findByText('€30.00 has to go back by Bank card first, the way it was deposited.'),
  ).toBeTruthy();
  transport.answers['withdrawal-quote'] = 'never';
  await user.click(screen.getByRole('button', { name: 'Withdraw with Bank card' }));
  await waitFor(() => expect(router.getPlace()?.search.method).toBe('card-out'));
});

describe('money that has to go back to another card', () => {
  const card = buildPaymentMethod({
    name: 'card-out',
    text: { en: 'Bank card' },
    paysToInstrument: true,
  });
  const details = ['•••• 2222', '•••• 1111'].map((masked, at) =>
    buildSavedDetails({ detailsId: `card-${at}`, paymentMethod: 'card-out', masked }),
  );
  const order = async (params: Record<string, string>, amount = '60', of = 'card-out') => {
    const stage = setUpWithdrawal(`/withdrawal/redirect?method=${of}`, {
      'methods-withdrawal': buildOffer([bankOut, card]),
      'saved-details-list': ({ paymentType }) => ({
        details: paymentType === 'card-out' ? details : [],
      }),
      'withdrawal-quote': refused('payout.closedLoop', {
        amount: '50.00',
        currency: 'EUR',
        method: 'card-out',
        ...params,
      }),
    });
    if (of === 'card-out') await screen.findByRole('radio', { name: /2222/, checked: true });
    else await stage.user.type(await screen.findByLabelText('Account number'), '0123456789');
    await stage.user.type(await screen.findByLabelText('Amount'), amount);
    await stage.user.click(screen.getByRole('button', { name: 'Continue' }));
    return stage;
  };

  test.each([
    ['60', '50'],
    ['40', '40'],
  ])('goes there by one press, of %s no more than %s', async (typed, sent) => {
    const { user, callsOf } = await order({ detailsId: 'card-1' }, typed);
    const words = '€50.00 has to go back to •••• 1111 first, where it came from.';
    expect(await screen.findByText(words)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: `Withdraw €${sent}.00 to •••• 1111` }));
    // The pressed button is gone.
    expect(screen.queryByText(words)).toBeNull();
    const button = screen.getByRole('button', { name: 'Continue' });
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await waitFor(() => expect(callsOf('withdrawal-quote')).toHaveLength(2));
    expect(callsOf('withdrawal-quote')[1]?.request).toMatchObject({
      amount: sent,
      detailsId: 'card-1',
    });
  });

  test('is told also where the card isn’t listed', async () => {
    await order({});
    const words = /^€50\.00 has to go back to another of your cards or accounts first/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  test('is chosen in the form to which another method leads', async () => {
    const { user } = await order({ detailsId: 'card-1' }, '60', 'bank-out');
    await user.click(await screen.findByRole('button', { name: 'Withdraw with Bank card' }));
    expect(await screen.findByRole('radio', { name: /1111/, checked: true })).toBeTruthy();
  });
});

test('saved details stand in for the fields', async () => {
  const { user, callsOf } = setUpWithdrawal(path, {
    'saved-details-list': {
      details: [buildSavedDetails({ paymentMethod: 'bank-out', masked: '•••• 6789' })],
    },
  });
  await screen.findByRole('radio', { name: /6789/, checked: true });
  expect(screen.queryByLabelText('Account number')).toBeNull();
  await user.type(screen.getByLabelText('Amount'), '50');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/leaves your balance$/);
  const { request } = callsOf('withdrawal-quote')[0] ?? {};
  expect(request).toMatchObject({ detailsId: 'details-1' });
  expect(request).not.toHaveProperty('fields');
  // The form is as it was.
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole<HTMLInputElement>('radio', { name: /6789/ })).toHaveProperty(
    'checked',
    true,
  );
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('50');
});

const saved = {
  'saved-details-list': {
    details: [
      buildSavedDetails({ paymentMethod: 'bank-out', masked: 'GTBank •••• 6789', holder: 'Ada' }),
      buildSavedDetails({ detailsId: 'details-2', paymentMethod: 'bank-out', masked: '•••• 0001' }),
    ],
  },
};

test('the destination used last is chosen at first, with its bank and holder', async () => {
  const { user } = setUpWithdrawal(path, saved);
  const last = await screen.findByRole('radio', { name: /GTBank •••• 6789.*Ada/, checked: true });
  expect(screen.queryByLabelText('Account number')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Enter other details' }));
  expect(screen.getByLabelText('Account number')).toBeTruthy();
  expect(last).toHaveProperty('checked', false);
});

test('what the player has typed stays chosen', async () => {
  const { transport, user, started } = setUpWithdrawal(path, { 'saved-details-list': 'never' });
  await user.type(await screen.findByLabelText('Account number'), '0123456789');
  transport.answers['saved-details-list'] = saved['saved-details-list'];
  await started.queryClient.cancelQueries({ queryKey: ['saved-details-list'] });
  void started.queryClient.refetchQueries({ queryKey: ['saved-details-list'] });
  await screen.findByRole('radio', { name: 'Enter other details', checked: true });
  expect(screen.getByLabelText<HTMLInputElement>('Account number').value).toBe('0123456789');
});

test('a method that pays back to a card needs the card of a deposit', async () => {
  const paysBack = { ...bankOut, paysToInstrument: true };
  const { user, at } = setUpWithdrawal(path, { 'methods-withdrawal': buildOffer([paysBack]) });
  await screen.findByText('A deposit comes first');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Make a deposit' }));
  await at('Deposit list');
});

test('the instruction leads back to the form', async () => {
  const slides = [{ text: { en: 'Find the number in your bank’s app' } }];
  const { user, at } = setUpWithdrawal(path, {
    'methods-withdrawal': buildOffer([{ ...bankOut, instruction: { slides } }]),
  });
  await user.click(await screen.findByRole('link', { name: 'Step by step' }));
  await at('Withdrawal redirect instruction');
  expect(await screen.findByText('Find the number in your bank’s app')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  await at('Withdrawal redirect');
});

test('a withdrawal of the same amount that is under way is told', async () => {
  const { user } = setUpWithdrawal(path, {
    'withdrawal-list': {
      withdrawals: [
        buildWithdrawal({ paymentMethod: 'bank-out' }),
        buildWithdrawal({ withdrawalId: 'w2', amount: '70.00', paymentMethod: 'card-out' }),
        buildWithdrawal({
          withdrawalId: 'w3',
          amount: '5.00',
          paymentMethod: 'bank-out',
          status: 'PAID',
        }),
      ],
    },
  });
  const words = /with this method is already under way/;
  const amount = await screen.findByLabelText('Amount');
  await user.type(amount, '5');
  expect(screen.queryByText(words)).toBeNull();
  await user.type(amount, '0');
  expect(await screen.findAllByText(words)).not.toEqual([]);
  await user.clear(amount);
  await user.type(amount, '70');
  expect(screen.queryByText(words)).toBeNull();
});

describe('the limits', () => {
  const limits = { min: '10', max: '5000' };
  const allowance = { remaining: '5000', currency: 'EUR', period: 'day', resetsAt: null } as const;
  const narrow = (balance: string | null, currency = 'EUR') =>
    narrowByBalance({ method: bankOut, currency, limits, allowance, balance });

  test.each([
    ['120.559', { limits: { min: '10', max: '120.55' }, everything: '120.55', isTooLow: false }],
    ['9000.00', { limits, allowance, everything: '5000', isTooLow: false }],
    ['10.00', { limits: { min: '10', max: '10.00' }, everything: '10.00', isTooLow: false }],
    ['9.99', { limits, allowance, isTooLow: true }],
    [null, { limits, allowance, isTooLow: false }],
  ])('of a balance of %s', (balance, narrowed) => {
    expect(narrow(balance)).toEqual(narrowed);
  });

  test('that are unknown stay unknown', () => {
    const unknown = { min: '0', max: '0' };
    expect(
      narrowByBalance({
        method: bankOut,
        currency: 'EUR',
        limits: unknown,
        allowance: undefined,
        balance: '5',
      }),
    ).toEqual({ limits: unknown, isTooLow: false });
  });

  test.each([
    ['600', '500', /^From €10 to €500: your own limit leaves €500 today/, /^Your own limit leaves/],
    ['120', '500', /^From €10 to €120$/, /^The amount can’t be more than €120$/],
  ])('of a balance of %s and an own limit that leaves %s', async (amount, max, range, refusal) => {
    const { user } = setUpWithdrawal(path, {
      'user-get': buildUser({ balanceData: { primary: { amount, currency: 'EUR' } } }),
      'withdrawal-limits': {
        min: '10',
        max,
        limitedBy: 'day',
        remaining: max,
        resetsAt: null,
        forfeitedBonuses: [],
      },
    });
    expect(await screen.findByText(range)).toBeTruthy();
    await user.type(screen.getByLabelText('Amount'), '700');
    expect(await screen.findByText(refusal)).toBeTruthy();
  });
});
