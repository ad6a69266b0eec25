import { describe, expect, it } from 'vitest';
import { paymentRequest } from '../testing/sandbox-client.ts';
import { quoteOffers } from './quote-offers.ts';

const order = { ...paymentRequest, amount: '100', cardViewType: 13 };
const shown = (part: object, options?: Parameters<typeof quoteOffers>[1]) =>
  quoteOffers({ ...order, ...part }, options).map(({ id, ...offer }) => offer);

describe('the offers of the sellers', () => {
  it('are calculated exactly from the amount, the fee and the price', () => {
    const shared = { currency: 'EUR', coin: 'USDT' };
    expect(shown({})).toEqual([
      {
        ...shared,
        seller: 'moonpay',
        title: 'MoonPay (simulated)',
        fee: '3.99',
        rate: '0.920000',
        coinAmount: '104.358695',
        amount: '96.01',
      },
      {
        ...shared,
        seller: 'banxa',
        title: 'Banxa (simulated)',
        fee: '1.99',
        rate: '0.933800',
        coinAmount: '104.958235',
        amount: '96.56',
      },
      {
        ...shared,
        seller: 'mercuryo',
        title: 'Mercuryo (simulated)',
        fee: '3.95',
        rate: '0.924600',
        coinAmount: '103.882760',
        amount: '95.57',
      },
    ]);
  });

  it.each([
    ['9007199254740993', 'USD', '8647812004476827.38'],
    ['10000', 'JPY', '9601'],
    ['385000', 'UZS', '369638.50'],
  ])('of %s %s bring %s', (amount, currency, arriving) => {
    expect(shown({ amount, currency })[0]?.amount).toBe(arriving);
  });

  it('have a new id each time', () => {
    const [one, other] = [quoteOffers(order), quoteOffers(order)];
    expect(new Set([...one, ...other].map(({ id }) => id)).size).toBe(6);
  });

  it.each([
    [{ details: { country: 'us' } }, ['moonpay', 'banxa']],
    [{ customer: { country: 'ng' } }, ['moonpay', 'mercuryo']],
    [{ customer: { country: 'ng' }, details: { country: 'de' } }, ['moonpay', 'banxa', 'mercuryo']],
    [{ details: { country: 'kp' } }, []],
    [{ currency: 'XAU' }, []],
    [{ amount: '0.01' }, []],
  ])('for %j are those of %j', (part, sellers) => {
    expect(shown(part).map(({ seller }) => seller)).toEqual(sellers);
  });

  it('leave out a seller that is away, and follow the price', () => {
    const [offer, ...others] = shown({}, { without: 'moonpay', priceRise: '1.02' });
    expect(offer).toMatchObject({ seller: 'banxa', rate: '0.952476' });
    expect(others.map(({ seller }) => seller)).toEqual(['mercuryo']);
  });
});
