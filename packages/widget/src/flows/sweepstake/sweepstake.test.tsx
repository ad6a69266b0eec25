import { type CallRequest, type CoinBox, encodeCoinBox } from '@kassa/contract';
import {
  buildCoinMethod,
  buildCreatedDeposit,
  buildCryptoAddress,
  buildOffer,
  buildPaymentMethod,
  buildTokenMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { setStage } from '../../testing/stage.tsx';
import { TransportError } from '../../transport/transport-error.ts';
import { boughtDeposit, buildBox, sellAtAddress } from './testing/build-box.ts';

const boxes = [
  buildBox(),
  buildBox({
    boxId: 'b2',
    gcAmount: '200000',
    scAmount: '20.5',
    price: '19.99',
    fullPrice: '24.99',
    badge: 'bestValue',
    left: 3,
    leftForPlayer: 1,
  }),
];
const dollars = (min: string, max: string) => ({ amount_rules: { USD: { min, max } } });
const card = buildPaymentMethod({ fields: [], ...dollars('5', '1000') });
const usdt = buildCoinMethod();
const offer = { ...buildOffer([card, usdt, buildTokenMethod()]), currency: 'USD' };
const onlyCoins = { ...buildOffer([usdt]), currency: 'USD' };

const offered = (...some: CoinBox[]) => ({ boxes: some.map(encodeCoinBox) });

function setUp(path = '/deposit', answers: FakeAnswers = {}, playerKey: string | null = null) {
  const stage = setStage({
    path,
    playerKey,
    hostData: { widgetViewType: 'sweep' },
    answers: {
      'sweepstake-boxes': offered(...boxes),
      'methods-payment-v3': offer,
      ...answers,
    },
  });
  render(stage.element);
  const at = (name: string) =>
    waitFor(() => {
      expect(stage.router.getPlace()?.route.name).toBe(name);
      expect(stage.router.getPlace()?.screen).not.toBeNull();
    });
  const sent = () =>
    stage.transport.calls
      .filter(({ name }) => name === 'deposit-create-sweepstake')
      .map(({ request }) => request as CallRequest<'deposit-create-sweepstake'>);
  return { ...stage, at, sent, user: userEvent.setup() };
}

afterEach(() => sessionStorage.clear());

const disclaimer = /Gold coins are for entertainment only.*No purchase is necessary/;

test('the packages show their coins, marks and prices, the balances, and the text about coins', async () => {
  setUp();
  const list = await screen.findByRole('list', { name: 'Select coin package' });
  expect([...list.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    '50,000 gold coins+ 5 sweep coins free$4.99',
    'Best value200,000 gold coins+ 20.5 sweep coins free3 left1 left for youFull price$24.99$19.99',
  ]);
  expect(await screen.findByText('12,500 GC')).toBeTruthy();
  expect(screen.getByText('42.5 SC')).toBeTruthy();
  expect(screen.getByText(disclaimer)).toBeTruthy();
});

test('a missing balance is zero, and the host hears of it', async () => {
  const { bridge } = setUp('/deposit', {
    'sweepstake-balance-get': [{ currency: 'QSC', balance: '3' }],
  });
  expect(await screen.findByText('0 GC')).toBeTruthy();
  expect(bridge.sent).toContainEqual({
    messageType: 'Metric',
    payload: { name: 'error', value: 'The balance lacks QGC.' },
  });
});

test.each([
  ['region', 'Not available in your region'],
  ['regionUnknown', 'We don’t know your region yet'],
  ['age', 'Your age isn’t confirmed'],
] as const)(
  'a player who may not buy (%s) reads why, and sees their payments',
  async (obstacle, title) => {
    const { at } = setUp('/deposit', { 'sweepstake-boxes': { boxes: [], obstacle } });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'History' }));
    await at('Deposit history');
  },
);

test('a package leads to the methods that take its price, and to the coins as one of them', async () => {
  const { user, at } = setUp('/deposit', {
    'methods-payment-v3': {
      ...buildOffer([
        card,
        buildPaymentMethod({ name: 'wire', text: { en: 'Wire' }, ...dollars('100', '900') }),
        usdt,
        buildTokenMethod(),
      ]),
      currency: 'USD',
    },
  });
  await user.click(await screen.findByRole('link', { name: /200,000/ }));
  await at('Sweepstake deposit methods');
  expect(await screen.findByText('200,000 gold coins')).toBeTruthy();
  expect(screen.getByText('$19.99')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Bank card/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Wire/ })).toBeNull();
  expect(screen.getByText('Takes $100 to $900')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /Cryptocurrency/ }));
  await at('Crypto list');
  expect(await screen.findByText('200,000 gold coins')).toBeTruthy();
  expect(screen.getByText(disclaimer)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await at('Sweepstake deposit methods');
});

test('where coins are all there is, a package leads to them', async () => {
  const { user, at } = setUp('/deposit', { 'methods-payment-v3': onlyCoins });
  await user.click(await screen.findByRole('link', { name: /200,000/ }));
  await at('Crypto list');
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await at('Deposit list');
});

test.each(['/deposit/crypto', '/deposit/crypto?box=gone', '/deposit/redirect?method=card'])(
  '%s, without a package that is on offer, redirects to the choice and is reported',
  async (path) => {
    const { at, bridge } = setUp(path);
    await at('Deposit list');
    expect(bridge.sent).toContainEqual({
      messageType: 'Metric',
      payload: {
        name: 'error',
        value: 'No sweepstake box selected for sweepstake deposit',
      },
    });
  },
);

test('a reload keeps the package of the tab, for its player alone', async () => {
  await setUp('/deposit/crypto?box=b2', {}, 'one').at('Crypto list');
  document.body.replaceChildren();
  await setUp('/deposit/crypto', {}, 'one').at('Crypto list');
  expect(await screen.findByText('200,000 gold coins')).toBeTruthy();
  await setUp('/deposit/crypto', {}, 'other').at('Deposit list');
});

/** Finds a form's button once the form is loaded. */
async function findReady(name: string) {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
}

test('a form takes the price as its amount, and buys the package', async () => {
  const { user, sent } = setUp('/deposit/redirect?method=card&box=b2', {
    'deposit-create-sweepstake': buildCreatedDeposit(),
  });
  const pay = await findReady('Pay $19.99');
  expect(screen.queryByRole('textbox', { name: /amount/i })).toBeNull();
  await user.click(pay);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    paymentType: 'card',
    amount: '19.99',
    currency: 'USD',
    boxId: 'b2',
    coins: { gcAmount: '200000', scAmount: '20.5' },
    isActivatedBonus: false,
  });
});

test('a wallet that pays for a package is named, as with any deposit', async () => {
  const wallet = buildPaymentMethod({ name: 'samsung', cardViewType: 2, wallet: 'samsungPay' });
  const { user, sent } = setUp('/deposit/redirect?method=samsung&box=b2', {
    'methods-payment-v3': { ...offer, methods: [wallet] },
    'deposit-create-sweepstake': buildCreatedDeposit(),
  });
  await user.click(await findReady('Pay with Bank card'));
  await waitFor(() => expect(sent()[0]).toMatchObject({ boxId: 'b2', wallet: 'samsungPay' }));
});

const refusal = (code: string) =>
  new TransportError({ kind: 'refused', code, message: code, status: 409 });

test('a changed price shows beside the old one, and is paid only by another press', async () => {
  let onSale = boxes;
  const { user, sent } = setUp('/deposit/redirect?method=card&box=b2', {
    'sweepstake-boxes': () => offered(...onSale),
    'deposit-create-sweepstake': refusal('package.changed'),
  });
  const pay = await findReady('Pay $19.99');
  onSale = [buildBox({ boxId: 'b2', price: '21.99' })];
  await user.click(pay);
  expect(await screen.findByText('The price has changed from $19.99 to $21.99.')).toBeTruthy();
  // A snackbar would hide the new price.
  expect(screen.queryByText('The deposit was not created')).toBeNull();
  expect(screen.getByRole('alert').textContent).toMatch(/The package has changed/);
  await user.click(screen.getByRole('button', { name: 'Pay $21.99' }));
  await waitFor(() => expect(sent().map(({ amount }) => amount)).toEqual(['19.99', '21.99']));
});

test('a package that is sold out leads to the others', async () => {
  let onSale = boxes;
  const { user, at } = setUp('/deposit/redirect?method=card&box=b2', {
    'sweepstake-boxes': () => offered(...onSale),
    'deposit-create-sweepstake': refusal('package.unavailable'),
  });
  const pay = await findReady('Pay $19.99');
  onSale = [buildBox()];
  await user.click(pay);
  expect(await screen.findByText('This package is gone')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Choose another package' }));
  await at('Deposit list');
});

const coinsOfB2 = { gcAmount: '200000', scAmount: '20.5' };

test('a coin shows the exact amount, how long it holds, and its package', async () => {
  const priceUntil = new Date(Date.now() + 600_000).toISOString();
  const address = buildCryptoAddress({ payAmount: '20.012345', priceUntil });
  const { sent } = setUp(
    '/deposit/crypto/address?method=usdt_trc20&box=b2',
    sellAtAddress(address, coinsOfB2),
  );
  expect(await screen.findByText('Send exactly')).toBeTruthy();
  expect(screen.getByText(/20\.012345/)).toBeTruthy();
  expect(screen.getByText(/The amount holds for/)).toBeTruthy();
  expect(screen.getByText('$19.99')).toBeTruthy();
  expect(sent()).toMatchObject([{ amount: '19.99', currency: 'USD', boxId: 'b2' }]);
  expect(screen.queryByText('Minimum')).toBeNull();
});

test('once its rate has run out, a new amount is ordered', async () => {
  const address = buildCryptoAddress({
    payAmount: '20.012345',
    priceUntil: '2026-01-01T00:00:00.000Z',
  });
  const { user, sent } = setUp(
    '/deposit/crypto/address?method=usdt_trc20&box=b2',
    sellAtAddress(address, coinsOfB2),
  );
  await user.click(await screen.findByRole('button', { name: 'Get a new amount' }));
  await waitFor(() => expect(sent().map(({ isAnother }) => isAnother)).toEqual([false, true]));
});

test('the complete page tells the coins, the new balances, and the way to another package', async () => {
  const { user, at } = setUp(
    '/deposit/complete?depositId=deposit-1&method=card',
    boughtDeposit(coinsOfB2),
  );
  expect(await screen.findByRole('heading', { name: 'Coins received' })).toBeTruthy();
  expect(await screen.findByText('200,000 GC')).toBeTruthy();
  expect(screen.getByText('20.5 SC')).toBeTruthy();
  expect(await screen.findByText('12,500 GC')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Buy another package' }));
  await at('Deposit list');
});

test('after a declined payment another method is chosen for the same package', async () => {
  const { user, at, router } = setUp('/deposit/select-method?box=b2', {
    ...boughtDeposit(coinsOfB2, { status: 'DECLINED' }),
  });
  await at('Sweepstake deposit methods');
  const search = { depositId: 'deposit-1', method: 'card' };
  act(() => router.navigate({ to: 'Complete deposit', search }));
  await screen.findByRole('heading', { name: 'Payment declined' });
  await user.click(screen.getByRole('button', { name: 'Choose another method' }));
  await at('Sweepstake deposit methods');
  expect(await screen.findByText('200,000 gold coins')).toBeTruthy();
});

test.each([
  ['belowPrice', /less than the price of the package, so no coins were added/],
  ['packageGone', /no longer get this package, so no coins were added/],
] as const)('money that buys nothing (%s) is announced as being returned', async (reason, why) => {
  const { user, at } = setUp(
    '/deposit/complete?depositId=deposit-1&method=card',
    boughtDeposit(coinsOfB2, { status: 'PENDING', isReceived: true, returnReason: reason }),
  );
  const title = 'Your payment will be returned';
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByText('Coins received')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Buy another package' }));
  await at('Deposit list');
});

test('the rest of a payment above the price is announced beside the coins', async () => {
  setUp(
    '/deposit/complete?depositId=deposit-1&method=card',
    boughtDeposit(coinsOfB2, { returnReason: 'abovePrice' }),
  );
  expect(await screen.findByRole('heading', { name: 'Coins received' })).toBeTruthy();
  expect(screen.getByText(/more than the price of the package. The rest goes back/)).toBeTruthy();
});

test('packages that nothing is left to pay by lead to the empty page once', async () => {
  const { transport, bridge, at } = setUp();
  await screen.findByRole('list', { name: 'Select coin package' });
  transport.answers['methods-payment-v3'] = { ...buildOffer([]), currency: 'USD' };
  transport.push({ name: 'methods.changed' });
  await at('Empty');
  expect(await screen.findByText('No payment methods for this region')).toBeTruthy();
  expect(bridge.sent.filter(({ messageType }) => messageType === 'Metric')).toEqual([
    { messageType: 'Metric', payload: { name: 'error', value: 'Empty payment methods' } },
  ]);
});
