import { encodeCoinBox } from '@kassa/contract';
import { buildCoinMethod, buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setStage } from '../../testing/stage.tsx';

const boxes = [
  { boxId: 'b1', gcAmount: '50000', scAmount: '5', price: '4.99', priceCurrencyCode: 'USD' },
  { boxId: 'b2', gcAmount: '200000', scAmount: '20.5', price: '19.99', priceCurrencyCode: 'USD' },
];
const coin = (name: string, en: string) =>
  buildCoinMethod({
    name,
    text: { en },
    coin: { currency: en.toUpperCase(), blockchain: 'BITCOIN', min: '1', max: '9' },
  });
const offer = buildOffer([buildPaymentMethod(), coin('btc', 'Bitcoin'), coin('eth', 'Ethereum')]);

function setUp(path = '/deposit') {
  const stage = setStage({
    path,
    hostData: { widgetViewType: 'sweep' },
    answers: {
      'sweepstake-boxes': { boxes: boxes.map(encodeCoinBox) },
      'methods-payment-v3': offer,
      'methods-withdrawal': offer,
    },
  });
  render(stage.element);
  const at = (name: string) =>
    waitFor(() => expect(stage.router.getPlace()?.route.name).toBe(name));
  return { ...stage, at, user: userEvent.setup() };
}

const disclaimer = /Gold coins are for entertainment only.*No purchase is necessary/;

test('the packages show their coins and price, and the text about coins', async () => {
  setUp();
  const tiles = await screen.findAllByRole('link');
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    '50,000 gold coins+ 5 sweep coins free$4.99',
    '200,000 gold coins+ 20.5 sweep coins free$19.99',
  ]);
  expect(screen.getByText(disclaimer)).toBeTruthy();
});

test('a package leads to the methods, and they to the cryptocurrencies', async () => {
  const { user, at, router } = setUp();
  await user.click(await screen.findByRole('link', { name: /200,000/ }));
  await at('Crypto list');
  expect(await screen.findByText('200,000 gold coins')).toBeTruthy();
  expect(screen.getByText(disclaimer)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Search 2 methods' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /Bitcoin/ }));
  await at('Crypto address');
  expect(router.getPlace()?.search).toEqual({ box: 'b2', method: 'btc' });
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await at('Crypto list');
});

test.each(['/deposit/crypto', '/deposit/crypto?box=gone', '/deposit/crypto/address?method=btc'])(
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

test('a redemption is paid out in crypto alone', async () => {
  const { user, at } = setUp('/withdrawal');
  expect(await screen.findByRole('link', { name: /Ethereum/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Bank card/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: /Bitcoin/ }));
  await at('Withdrawal redirect');
  expect(await screen.findByText(/Choose another way to withdraw/)).toBeTruthy();
});
