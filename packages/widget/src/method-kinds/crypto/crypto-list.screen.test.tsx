import { cardViewTypes } from '@kassa/contract';
import {
  buildBonus,
  buildCoinMethod,
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
  buildTokenMethod,
} from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type StageOptions, setStage } from '../../testing/stage.tsx';

const names = ['Bitcoin', 'Ethereum', 'Litecoin', 'Tether', 'TRON', 'Toncoin', 'Monero'];
const coins = names.map((name, position) =>
  buildPaymentMethod({
    name: name.toLowerCase(),
    category: 'crypto',
    text: { en: name },
    position,
    coin: { currency: name.toUpperCase(), blockchain: 'TRON', min: '5', max: '50000' },
    ...(name === 'Tether' && { network: 'TRC-20' }),
  }),
);
const group = buildPaymentGroup({
  name: 'crypto',
  label: 'group.crypto',
  paymentMethods: coins.map(({ name }) => name),
});
const answers = { 'methods-payment-v3': buildOffer([buildPaymentMethod(), ...coins], [group]) };

function setUp(options: StageOptions = {}) {
  const stage = setStage({ path: '/deposit/crypto?group=crypto', answers, ...options });
  render(stage.element);
  return { ...stage, user: userEvent.setup() };
}

test('the group’s tile leads to the list of coins, and each coin to its address', async () => {
  const { user, router } = setUp({ path: '/deposit' });
  await user.click(await screen.findByRole('link', { name: /Cryptocurrency.*7 methods/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Cryptocurrency' })).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit/crypto');
  // Methods other than coins aren't listed here.
  expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
  const coin = await screen.findByRole('link', { name: /Bitcoin/ });
  expect(coin.getAttribute('href')).toBe(
    '/kassa/deposit/crypto/address?method=bitcoin&group=crypto',
  );
});

test('the group’s tile counts the entries of its list: a coin once, whatever its networks', async () => {
  const networks = (['ETHEREUM', 'BINANCE_SMART_CHAIN'] as const).map((blockchain, at) =>
    buildPaymentMethod({
      name: `tether-${at}`,
      category: 'crypto',
      text: { en: 'Tether' },
      position: 10 + at,
      coin: { currency: 'TETHER', blockchain, min: '5', max: '50000' },
    }),
  );
  const away = buildPaymentMethod({
    ...networks[0],
    name: 'tether-away',
    unavailable: { reason: 'provider' },
  });
  const onSameNetwork = buildPaymentMethod({ ...coins[0], name: 'bitcoin-2', position: 12 });
  const all = [...coins, ...networks, away, onSameNetwork];
  const paymentMethods = all.map(({ name }) => name);
  const offer = buildOffer([buildPaymentMethod(), ...all], [{ ...group, paymentMethods }]);
  const { user } = setUp({ path: '/deposit', answers: { 'methods-payment-v3': offer } });
  await user.click(await screen.findByRole('link', { name: /Cryptocurrency.*9 methods/ }));
  expect(await screen.findByRole('heading', { name: '9 methods' })).toBeTruthy();
});

test('crypto that a provider takes on its own page has a form, not an address', async () => {
  const hosted = buildPaymentMethod({
    name: 'hosted',
    category: 'crypto',
    cardViewType: cardViewTypes.default,
    text: { en: 'Coin page' },
  });
  const { user, router } = setUp({ answers: { 'methods-payment-v3': buildOffer([hosted]) } });
  await user.click(await screen.findByRole('link', { name: /Coin page/ }));
  expect(await screen.findByRole('button', { name: /^Deposit/ })).toBeTruthy();
  expect(router.getPlace()?.route.name).toBe('Group deposit');
});

test('methods to buy coins are in the same list, as many as the tile says', async () => {
  const buying = buildPaymentMethod({
    name: 'moonpay',
    category: 'onramp',
    cardViewType: cardViewTypes.onramp,
    text: { en: 'MoonPay' },
    position: 90,
  });
  const wider = { ...group, paymentMethods: [...group.paymentMethods, 'moonpay'] };
  const offer = buildOffer([buildPaymentMethod(), ...coins, buying], [wider]);
  const { user, router } = setUp({ path: '/deposit', answers: { 'methods-payment-v3': offer } });
  await user.click(await screen.findByRole('link', { name: /Cryptocurrency.*8 methods/ }));
  expect(await screen.findByRole('region', { name: '8 methods' })).toBeTruthy();
  await user.click(await screen.findByRole('link', { name: /MoonPay/ }));
  await screen.findByRole('heading', { level: 1, name: 'Deposit' });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('region', { name: '8 methods' })).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit/crypto');
});

test('a coin is found by its name, also with a typo, and by its network', async () => {
  const { user } = setUp();
  const field = await screen.findByRole('searchbox', { name: 'Search 7 methods' });
  for (const search of ['teth', 'thether', 'trc20', 'trc-20']) {
    await user.clear(field);
    await user.type(field, search);
    expect(await screen.findByRole('region', { name: '1 method found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Tether TRC-20/ })).toBeTruthy();
  }
});

test('a coin on several networks has one tile, which leads to the usual one', async () => {
  const offer = buildOffer([buildTokenMethod(), buildCoinMethod(), ...coins.slice(0, 1)]);
  const { user, router } = setUp({
    answers: { 'methods-payment-v3': offer, 'deposit-create': 'never' },
  });
  const tile = await screen.findByRole('link', { name: /Tether/ });
  expect(tile.textContent).not.toContain('RC-20');
  const field = screen.getByRole('searchbox', { name: 'Search 2 methods' });
  await user.type(field, 'erc20');
  expect(await screen.findByRole('region', { name: '1 method found' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /Tether/ }));
  await waitFor(() => expect(router.getPlace()?.search.method).toBe('usdt_trc20'));
});

test('two coins can be searched too', async () => {
  const { user } = setUp({ answers: { 'methods-payment-v3': buildOffer(coins.slice(0, 2)) } });
  await user.type(await screen.findByRole('searchbox', { name: 'Search 2 methods' }), 'zzz');
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
});

test('the player’s bonuses stand above the coins', async () => {
  setUp({ hostData: { bonusList: [buildBonus()] } });
  expect(await screen.findByRole('group', { name: 'Bonuses' })).toBeTruthy();
});

test('the crypto bonus replaces them', async () => {
  setUp({
    hostData: {
      bonusList: [buildBonus()],
      experiments: [{ key: 'crypto_bonus', group: 'group_b' }],
      schema: { meta: { isCryptoBonusAvailable: true, showCryptoInstruction: false } },
    },
  });
  expect(await screen.findByText('5% on top, instantly')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Bitcoin/ }).textContent).toContain('+5% instantly');
  expect(screen.queryByRole('group', { name: 'Bonuses' })).toBeNull();
});

test('without coins it redirects to the list', async () => {
  const { router } = setUp({ answers: {} });
  expect(await screen.findByRole('link', { name: /Bank card/ })).toBeTruthy();
  expect(router.getPlace()?.path).toBe('/deposit');
});
