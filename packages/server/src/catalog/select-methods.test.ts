import { calls } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import { buildMethod } from '../testing/build-method.ts';
import type { Catalog, CatalogMethod } from './catalog-schema.ts';
import { applySwitches } from './method-switches.ts';
import {
  findBrandMethod,
  findMethod,
  selectCountries,
  selectMethods,
  selectOffer,
} from './select-methods.ts';

const limits = { min: '5', max: '500' };
const rupees = { INR: { min: '500', max: '50000' } };
const catalog: Catalog = {
  methods: [
    buildMethod('card', { countries: '*', position: 30 }),
    buildMethod('sepa', { group: 'bankTransfer', position: 20 }),
    buildMethod('upi', { countries: ['in'], amount_rules: rupees, group: 'upi' }),
    buildMethod('apple_pay', { countries: ['de', 'in'], position: 10 }),
    buildMethod('payout', {
      transaction: 'withdrawal',
      amount_rules: { USD: limits, EUR: limits },
    }),
  ],
  groups: [
    { name: 'bankTransfer', label: 'group.bankTransfer', position: 20 },
    { name: 'cards', label: 'group.cards', position: 10 },
    { name: 'upi', label: 'group.upi', position: 5 },
  ],
  countries: [],
  coinBoxes: [],
  cardSchemes: [],
  cardIssuers: [],
};

describe('selectMethods', () => {
  it('selects methods offered in both country and currency, by position', () => {
    const namesIn = (country: string, currency: string) =>
      selectMethods(catalog, { countries: [country], currency }).methods.map(({ name }) => name);
    expect(namesIn('de', 'EUR')).toEqual(['apple_pay', 'sepa', 'card']);
    expect(namesIn('in', 'INR')).toEqual(['upi']);
    expect(namesIn('br', 'EUR')).toEqual(['card']);
    expect(namesIn('br', 'BRL')).toEqual([]);
    expect(namesIn('de', 'constructor')).toEqual([]);
  });

  it('groups only offered methods', () => {
    expect(selectMethods(catalog, { countries: ['de'], currency: 'EUR' }).groups).toEqual([
      { name: 'cards', label: 'group.cards', position: 10, paymentMethods: ['apple_pay', 'card'] },
      { name: 'bankTransfer', label: 'group.bankTransfer', position: 20, paymentMethods: ['sepa'] },
    ]);
    expect(selectMethods(catalog, { countries: ['br'], currency: 'BRL' }).groups).toEqual([]);
  });

  it("returns the shape of the contract, without the server's own fields", () => {
    for (const transaction of ['deposit', 'withdrawal'] as const) {
      const answer = selectOffer(catalog, german, {}, transaction);
      expect(answer.methods).not.toEqual([]);
      expect(calls['methods-payment-v3'].response.parse(answer)).toEqual(answer);
      expect(JSON.stringify(answer)).not.toMatch(/connector|countries|transaction/);
    }
  });
});

it('shows a P2P method with its captcha, and the banks of the shown country', () => {
  const payerBanks = new Map([
    ['de', [{ id: 'acme', name: 'Acme Bank', iconId: 'visa' }]],
    ['br', [{ id: 'banco', name: 'Banco' }]],
  ]);
  const p2p = { cardViewType: 5, countries: ['de', 'br', 'in'], payerBanks };
  const methods = [
    buildMethod('p2p', p2p),
    buildMethod('payout', { ...p2p, transaction: 'withdrawal' }),
  ];
  const showIn = (country: string, transaction?: 'withdrawal') => {
    const offer = { countries: [country], currency: 'EUR' };
    const [shown] = selectMethods({ ...catalog, methods }, offer, transaction).methods;
    return [shown?.needsCaptcha, shown?.banks];
  };
  expect(showIn('de')).toEqual([true, payerBanks.get('de')]);
  expect(showIn('br')).toEqual([true, payerBanks.get('br')]);
  expect(showIn('in')).toEqual([true, undefined]);
  // A captcha belongs to deposits.
  expect(showIn('de', 'withdrawal')).toEqual([undefined, payerBanks.get('de')]);
});

it.each([
  ['a network', { network: 'TRC-20' }, 5],
  ['a coin', { coin: { currency: 'BTC', blockchain: 'BITCOIN' } as const }, 15],
  ['neither', {}, 10],
])('a crypto deposit has the minutes of §9 with %s', (_, part, usualMinutes) => {
  const offered = selectMethods(
    { ...catalog, methods: [buildMethod('coin', { category: 'crypto', ...part })] },
    { countries: ['de'], currency: 'EUR' },
  );
  expect(offered.methods).toMatchObject([{ usualMinutes }]);
});

describe('a coin that is deposited', () => {
  const coin = { currency: 'USDT', blockchain: 'TRON' } as const;
  const deposit = buildMethod('usdt', { coin, countries: '*' });
  const back = (part: Partial<CatalogMethod> = {}) =>
    buildMethod('usdt_out', { coin, countries: '*', transaction: 'withdrawal', ...part });
  const offer = { countries: ['de', 'in'], currency: 'EUR' };
  const show = (part: Partial<Catalog>, of: Parameters<typeof selectMethods>[1] = offer) =>
    selectMethods({ ...catalog, ...part }, of).methods.map(({ isOneWay }) => isOneWay);

  it.each<[string, CatalogMethod[]]>([
    ['at all', []],
    ['of money', [back({ coin: undefined })]],
    ['of the coin on another chain', [back({ coin: { ...coin, blockchain: 'ETHEREUM' } })]],
    ['of another coin on the chain', [back({ coin: { ...coin, currency: 'TRX' } })]],
    ['in the player’s country', [back({ countries: ['in'] })]],
    ['in the selected region', [back({ countries: ['de'] })]],
    ['but a second deposit', [buildMethod('usdt_2', { coin, countries: ['fr'] })]],
  ])('is one way without a withdrawal %s', (_, others) => {
    expect(show({ methods: [deposit, ...others] })).toEqual([true]);
    expect(show({ methods: [deposit], unoffered: others })).toEqual([true]);
  });

  it('is one way for an account type that the withdrawal is not for', () => {
    const methods = [deposit, back({ isInvestForbidden: true })];
    expect(show({ methods }, { ...offer, accountType: 'additional' })).toEqual([true]);
    expect(show({ methods }, { ...offer, accountType: 'main' })).toEqual([undefined]);
  });

  it('has a way back in any currency, and in one that is off for now', () => {
    const dollars = back({ amount_rules: { USD: limits } });
    expect(show({ methods: [deposit, back()] })).toEqual([undefined]);
    expect(show({ methods: [deposit, dollars] })).toEqual([undefined]);
    expect(show({ methods: [deposit], unoffered: [back()] })).toEqual([undefined]);
    for (const state of ['off', 'maintenance'] as const) {
      const turned = { method: 'usdt_out', state, until: null, shown_reason: 'technical' } as const;
      const all = { ...catalog, methods: [deposit, back()] };
      expect(show(applySwitches(all, [turned]))).toEqual([undefined]);
    }
  });

  it('says so of nothing else', () => {
    expect(show({ methods: [buildMethod('card', { countries: '*' })] })).toEqual([undefined]);
    const [shown] = selectMethods({ ...catalog, methods: [back()] }, offer, 'withdrawal').methods;
    expect(shown?.isOneWay).toBeUndefined();
  });
});

const german = { country: 'de', currency: 'EUR' };

describe('selectOffer', () => {
  it("has the amounts of the list's currency only", () => {
    const many = buildMethod('many', {
      amount_rules: { EUR: { min: '5', max: '500' }, USD: { min: '6', max: '600' } },
      prefilledAmount: { EUR: '50', USD: '60' },
      fee: { percent: '1.5', fixed: { EUR: '0.3', USD: '0.4' } },
    });
    const show = (currency: string) =>
      selectOffer({ ...catalog, methods: [many] }, german, { currency }).methods[0];
    for (const [currency, min, start, fixed] of [
      ['EUR', '5', '50', '0.3'],
      ['USD', '6', '60', '0.4'],
      ['EUR', '5', '50', '0.3'],
    ] as const) {
      expect(show(currency)).toMatchObject({ name: 'many' });
      expect(show(currency)?.amount_rules).toEqual({
        [currency]: { min, max: currency === 'EUR' ? '500' : '600' },
      });
      expect(show(currency)?.prefilledAmount).toEqual({ [currency]: start });
      expect(show(currency)?.fee).toEqual({ percent: '1.5', fixed: { [currency]: fixed } });
    }
  });

  const offer = (request: object, transaction: 'deposit' | 'withdrawal' = 'deposit') => {
    const { methods, groups, ...shown } = selectOffer(catalog, german, request, transaction);
    return { ...shown, methods: methods.map(({ name }) => name) };
  };

  it("defaults to the token's country and the account's currency", () => {
    expect(offer({})).toEqual({ ...german, methods: ['apple_pay', 'sepa', 'card'] });
  });

  it("a region only narrows what the token's country allows", () => {
    expect(offer({ country: 'in' })).toEqual({
      country: 'in',
      currency: 'EUR',
      methods: ['apple_pay', 'card'],
    });
    expect(offer({ country: 'in', currency: 'INR' }).methods).not.toContain('upi');
  });

  it('offers Apple Pay to devices that have it', () => {
    const wallets = {
      ...catalog,
      methods: [...catalog.methods, buildMethod('apple', { wallet: 'applePay', position: 40 })],
    };
    const namesFor = (request: object) =>
      selectOffer(wallets, german, request).methods.map(({ name }) => name);
    expect(namesFor({})).not.toContain('apple');
    expect(namesFor({ hasApplePay: false })).not.toContain('apple');
    expect(namesFor({ hasApplePay: true })).toContain('apple');
  });

  it.each([
    ['no method supports', 'JPY'],
    ['only methods out of reach take', 'INR'],
    ['only withdrawals take', 'USD'],
    ['is no currency', 'constructor'],
  ])("falls back to the account's currency for one that %s", (_, currency) => {
    expect(offer({ currency })).toEqual(offer({}));
  });

  it('keeps deposits and withdrawals apart', () => {
    expect(offer({}, 'withdrawal')).toEqual({ ...german, methods: ['payout'] });
    expect(offer({ currency: 'USD' }, 'withdrawal')).toMatchObject({ currency: 'USD' });
  });
});

describe('selectCountries', () => {
  const countries = ['br', 'de', 'in'].map((code) => ({ code, currency: 'EUR' }));
  const own = { ...catalog, countries };

  it("returns the player's own country first, then those with a method for the player", () => {
    expect(selectCountries(own, german)).toEqual(['de', 'br', 'in']);
    const methods = catalog.methods.filter(({ name }) => name !== 'card');
    expect(selectCountries({ ...own, methods }, german)).toEqual(['de', 'in']);
    expect(selectCountries({ ...own, methods: [] }, german)).toEqual(['de']);
  });
});

describe('findMethod', () => {
  const countries = ['de', 'in'].map((code) => ({ code, currency: 'EUR' }));
  const known = { ...catalog, countries };
  const find = (name: string, countries: string[], currency = 'EUR', from: Catalog = known) =>
    findMethod(from, { name, countries, currency });

  it('finds a method only if it is offered in all of the countries', () => {
    expect(find('sepa', ['de', 'in'])).toBeUndefined();
    expect(find('card', ['de', 'in'])?.name).toBe('card');
    expect(find('sepa', ['de'])?.name).toBe('sepa');
    expect(find('sepa', ['in'])).toBeUndefined();
    expect(find('sepa', [])?.name).toBe('sepa');
    expect(find('sepa', ['de'], 'USD')).toBeUndefined();
    expect(find('unknown', ['de'])).toBeUndefined();
    expect(find('payout', ['de'])).toBeUndefined();
  });

  it('accepts only regions of the catalogue, and the own country', () => {
    expect(find('card', ['de', 'fr'])).toBeUndefined();
    expect(find('card', ['fr', 'fr'])?.name).toBe('card');
  });

  it('finds no method that requires a phone in a country without a phone field', () => {
    const phone = { type: 'phone_with_prefix', name: 'phone' } as const;
    const withPhone = (isOptional: boolean) => ({
      ...known,
      methods: [buildMethod('card', { countries: '*', fields: [{ ...phone, isOptional }] })],
    });
    expect(find('card', ['aq'], 'EUR', withPhone(false))).toBeUndefined();
    expect(find('card', ['aq'], 'EUR', withPhone(true))?.name).toBe('card');
    expect(find('card', ['de'], 'EUR', withPhone(false))?.name).toBe('card');
  });
});

it('finds a method of the brand whose accounts are all off', () => {
  const parts = { methods: catalog.methods, unoffered: [buildMethod('pix')] };
  expect(['pix', 'card', 'x'].map((name) => findBrandMethod(parts, name)?.name)).toEqual([
    'pix',
    'card',
    undefined,
  ]);
});
