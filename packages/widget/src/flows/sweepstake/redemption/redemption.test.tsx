import type { CallResponse } from '@kassa/contract';
import { buildOffer, buildUser, buildWithdrawal, type FakeAnswers } from '@kassa/test-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { RouteName } from '../../../routing/route-names.ts';
import { setStage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { buildRecoup, coinsOut, redemptionAnswers } from './testing/sample-redemption.ts';

function setUp(path = '/withdrawal', answers: FakeAnswers = {}) {
  const stage = setStage({
    path,
    hostData: { widgetViewType: 'sweep', currency: 'QSC' },
    answers: { ...redemptionAnswers, ...answers },
  });
  render(stage.element);
  const at = (name: RouteName) =>
    waitFor(() => expect(stage.router.getPlace()?.route.name).toBe(name));
  return { ...stage, at, user: userEvent.setup() };
}

const unknown = new TransportError({
  kind: 'refused',
  code: 'withdrawal.notFound',
  message: '',
  status: 404,
});

/** Returns the error that the host was told. */
const reported = (value: string) => ({
  messageType: 'Metric',
  payload: { name: 'error', value },
});

describe('the first screen', () => {
  test('tells what can be redeemed, what is to be played, and that gold coins never are', async () => {
    setUp();
    const card = await screen.findByRole('region', { name: 'Redeemable now' });
    const words = card.textContent?.replaceAll('\u00a0', ' ');
    expect(words).toContain('340 SC');
    expect(words).toContain('of 512 SC · 172 SC still to play');
    expect(words).toContain('200,000 gold coinsNever redeemable');
    expect(screen.getByText(/Play 172\sSC more/)).toBeTruthy();
    expect(screen.getByText(/Gold coins are for entertainment only/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Redemption');
  });

  test('follows a round that is played beside the cashier', async () => {
    const { transport } = setUp('/withdrawal', buildRecoup({ status: 'playthrough' }));
    await screen.findByText(/Play 172\sSC more/);
    const loadedAt = Date.now();
    await waitFor(() => expect(Date.now()).toBeGreaterThan(loadedAt));
    Object.assign(transport.answers, buildRecoup({ missingPlay: '171.00', unplayed: '171.00' }));
    act(() => transport.push({ name: 'login.token', data: buildUser({ currency: 'QSC' }) }));
    expect(await screen.findByText(/Play 171\sSC more/)).toBeTruthy();
  });

  test('offers crypto alone, and leads to the form', async () => {
    const { user, at } = setUp();
    expect(await screen.findByRole('link', { name: /Ethereum/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
    await user.click(screen.getByRole('link', { name: /Bitcoin/ }));
    await at('Withdrawal redirect');
  });

  test.each([
    ['playthrough', /^Play/],
    ['debt', /^You owe /],
    ['region', 'Not available where you are'],
    ['regionUnknown', 'We don’t know your region'],
    ['age', 'Confirm your age first'],
    ['unverified', 'Confirm your identity first'],
    ['blocked', 'Redemption is closed'],
  ] as const)('with nothing to redeem (%s) it says why and leads on', async (status, words) => {
    const { user, bridge } = setUp('/withdrawal', buildRecoup({ status, amount: '0.00' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Bitcoin/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to the game' }));
    expect(bridge.sent).toContainEqual({ messageType: 'onClose' });
  });

  test('with fewer coins than any minimum it says so', async () => {
    setUp('/withdrawal', buildRecoup({ amount: '20.00' }));
    expect(await screen.findByText(/Redemptions start at 50\sSC/)).toBeTruthy();
  });

  test('a rule of withdrawals that no amount meets shows in place of the coins', async () => {
    const obstacle = { kind: 'turnover', missing: '80.00', currency: 'QSC' } as const;
    const offer = { ...buildOffer(coinsOut), country: 'us', currency: 'QSC' as const, obstacle };
    setUp('/withdrawal', { 'methods-withdrawal': offer });
    expect(await screen.findByText('You can’t redeem yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Bitcoin/ })).toBeNull();
  });

  test('without sweep coins it leads to the packages', async () => {
    const sum = { status: 'available', amount: '0.00', balance: '0.00', unplayed: '0.00' } as const;
    setUp('/withdrawal', buildRecoup(sum));
    expect(await screen.findByRole('button', { name: 'See the packages' })).toBeTruthy();
  });

  test('without the sum it shows zero and a warning, which is reported', async () => {
    const { bridge } = setUp('/withdrawal', { 'sweepstake-recoup-sum': networkError('lost') });
    expect(await screen.findByText(/can’t be shown right now/)).toBeTruthy();
    expect(screen.getByText(/^0\sSC$/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Bitcoin/ })).toBeNull();
    expect(bridge.sent).toContainEqual(reported('No balance for a redemption'));
  });

  test('coins that can’t be had are asked for once, and again by a press', async () => {
    const { transport, user } = setUp('/withdrawal', {
      'sweepstake-recoup-sum': networkError('lost'),
      'sweepstake-balance-get': networkError('lost'),
    });
    const asked = (call: string) => transport.calls.filter(({ name }) => name === call).length;
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect([asked('sweepstake-recoup-sum'), asked('sweepstake-balance-get')]).toEqual([1, 1]);
    Object.assign(transport.answers, redemptionAnswers);
    await user.click(retry);
    expect(await screen.findByText(/^340\sSC$/)).toBeTruthy();
    expect(screen.getByText('200,000 gold coins')).toBeTruthy();
    expect([asked('sweepstake-recoup-sum'), asked('sweepstake-balance-get')]).toEqual([2, 2]);
  });

  test('shows what is under way, and the way to all of it', async () => {
    const withdrawal = buildWithdrawal({
      paymentMethod: 'btc-out',
      amount: '250.00',
      currency: 'QSC',
    });
    const { user, at } = setUp('/withdrawal', { 'withdrawal-list': { withdrawals: [withdrawal] } });
    expect(await screen.findByRole('link', { name: /250\s?SC|250\.00/ })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'History' }));
    await at('Deposit history');
  });

  test.each([
    ['never', 'Your redemption is in progress. You can close this page: we keep working on it.'],
    [unknown, 'We can’t show this redemption'],
  ] as const)('one that isn’t there (%s) is called a redemption', async (answer, words) => {
    setUp('/withdrawal/complete?withdrawalId=w1', { 'withdrawal-status': answer });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('without crypto methods it is the empty page', async () => {
    const { at } = setUp('/withdrawal', { 'methods-withdrawal': buildOffer() });
    await at('Empty');
  });
});

test('the list of coins is searched', async () => {
  const { user, at } = setUp('/withdrawal/crypto');
  await user.type(await screen.findByRole('searchbox'), 'tether');
  await user.click(await screen.findByRole('link', { name: /Tether/ }));
  await at('Withdrawal redirect');
  expect(coinsOut).toHaveLength(3);
});

describe('the form', () => {
  const path = '/withdrawal/crypto/convert?method=btc-out';
  const detail = (name: string) =>
    screen.getByText(name).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ');

  test('converts at the present rate, and leads to the confirmation', async () => {
    const { user, at, transport } = setUp(path);
    await user.type(await screen.findByLabelText('Amount'), '250');
    expect(detail('Rate')).toContain('1 SC = 0.0000105 BTC');
    expect(detail('Network fee')).toBe('1.2 SC');
    expect(detail('You receive')).toBe('≈ 0.0026124 BTC');
    await user.type(screen.getByLabelText('Address'), 'bc1qxy2kgdygj');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await at('Withdrawal confirm');
    expect(await screen.findByRole('button', { name: /^Redeem/ })).toBeTruthy();
    const asked = transport.calls.find(({ name }) => name === 'payment-convert-v2');
    expect(asked?.request).toEqual({ amount: '1', currency: 'QSC', toCurrency: 'BTC' });
    const quoted = transport.calls.find(({ name }) => name === 'withdrawal-quote');
    expect(quoted?.request).toMatchObject({
      amount: '250',
      currency: 'QSC',
      paymentType: 'btc-out',
      fields: { address: 'bc1qxy2kgdygj' },
    });
  });

  test.each([
    ['400', /340/],
    ['20', /50/],
  ])('takes %s for no amount', async (amount, words) => {
    const { user, transport } = setUp(path);
    await user.type(await screen.findByLabelText('Amount'), amount);
    await user.type(screen.getByLabelText('Address'), 'bc1qxy2kgdygj');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const field = screen.getByLabelText('Amount');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.closest('[data-field]')?.textContent).toMatch(words);
    expect(transport.calls.some(({ name }) => name === 'withdrawal-quote')).toBe(false);
  });

  test('all that is redeemable takes one press', async () => {
    const { user } = setUp(path);
    await user.click(await screen.findByRole('button', { name: /340/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('340');
  });

  test.each([
    ['a rate of zero', { amount: '0', currency: 'BTC', rate: '0' }],
    ['no rate', { amount: '0', currency: 'BTC', rate: null }],
    ['no answer', networkError('lost')],
  ] as const)('with %s nothing can be redeemed', async (_, answer) => {
    const { user, bridge } = setUp(path, { 'payment-convert-v2': answer });
    await user.type(await screen.findByLabelText('Amount'), '250');
    expect(await screen.findByText(/There is no rate for this coin/)).toBeTruthy();
    expect(detail('You receive')).toBe('≈ 0 BTC');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    expect(bridge.sent).toContainEqual(reported('No rate for a redemption: QSC to BTC'));
  });

  test('without a balance nothing can be redeemed', async () => {
    setUp(path, { 'sweepstake-recoup-sum': networkError('lost') });
    const card = await screen.findByRole('region', { name: 'Redeemable now' });
    expect(await within(card).findByText(/^0\sSC$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByText(/can’t be shown right now/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test('with less than the minimum it leads to the other coins', async () => {
    const { user, at } = setUp(path, buildRecoup({ amount: '20.00' }));
    expect(await screen.findByText(/fewer redeemable sweep coins/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Choose another/ }));
    await at('Withdrawal list');
  });

  test.each([
    ['the sum', {}],
    ['no sum', { 'sweepstake-recoup-sum': networkError('lost') }],
  ])(
    'of a coin that is not on offer leads to the list, with %s',
    async (_, answers: FakeAnswers) => {
      const { at } = setUp('/withdrawal/crypto/convert?method=gone', answers);
      await at('Withdrawal list');
      expect(await screen.findByRole('region', { name: 'Redeemable now' })).toBeTruthy();
    },
  );
});

test('a redemption that was left before its answer is told in its own words', async () => {
  const { promise, resolve } = Promise.withResolvers<CallResponse<'withdrawal-create'>>();
  const { user, at, router } = setUp('/withdrawal/crypto/convert?method=btc-out', {
    'withdrawal-create': () => promise,
  });
  await user.type(await screen.findByLabelText('Amount'), '250');
  await user.type(screen.getByLabelText('Address'), 'bc1qxy2kgdygj');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: /^Redeem/ }));
  router.back();
  await at('Withdrawal redirect');
  resolve(buildWithdrawal({ paymentMethod: 'btc-out', amount: '250.00', currency: 'QSC' }));
  const told = await screen.findByText(/^The redemption of 250\sSC was created/);
  expect(told.textContent).not.toMatch(/withdraw/i);
});

test('sweep coins are redeemed: no screen of theirs speaks of a withdrawal', async () => {
  const redemption = { paymentMethod: 'btc-out', amount: '250.00', currency: 'QSC' };
  const canceled = buildWithdrawal({ ...redemption, status: 'CANCELED', isCancelable: false });
  const { transport, router, user } = setUp('/withdrawal', {
    'withdrawal-list': { withdrawals: [buildWithdrawal(redemption)] },
    'withdrawal-status': buildWithdrawal(redemption),
    'withdrawal-cancel': canceled,
  });
  expect(await screen.findByText('Redemption under way')).toBeTruthy();
  const shown = () => document.body.textContent;
  expect(shown()).not.toMatch(/withdraw/i);
  act(() =>
    router.navigate({ to: 'Withdrawal complete', search: { withdrawalId: 'withdrawal-1' } }),
  );
  // The list that is left has such a button too.
  await waitFor(() => expect(screen.queryByText('Redemption under way')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Cancel redemption' }));
  expect(shown()).not.toMatch(/withdraw/i);
  transport.answers['withdrawal-status'] = canceled;
  await user.click(await screen.findByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByRole('heading', { name: 'Redemption canceled' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Make another redemption' })).toBeTruthy();
  expect(shown()).not.toMatch(/withdraw/i);
});
