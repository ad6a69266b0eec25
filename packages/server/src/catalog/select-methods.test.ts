import { calls } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogMethod } from './catalog-schema.ts';
import { findMethod, selectMethods } from './select-methods.ts';

function buildMethod(name: string, part: Partial<CatalogMethod> = {}): CatalogMethod {
  return {
    name,
    category: 'card',
    cardViewType: 1,
    text: { en: name },
    amount_rules: { EUR: { min: '5', max: '500' } },
    position: 10,
    iconIds: ['visa'],
    countries: ['de'],
    connector: 'sandbox',
    group: 'cards',
    transaction: 'deposit',
    ...part,
  };
}

const rupees = { INR: { min: '500', max: '50000' } };
const catalog: Catalog = {
  methods: [
    buildMethod('card', { countries: '*', position: 30 }),
    buildMethod('sepa', { group: 'bankTransfer', position: 20 }),
    buildMethod('upi', { countries: ['in'], amount_rules: rupees, group: 'upi' }),
    buildMethod('apple_pay', { countries: ['de', 'in'], position: 10 }),
  ],
  groups: [
    { name: 'bankTransfer', label: 'group.bankTransfer', position: 20 },
    { name: 'cards', label: 'group.cards', position: 10 },
    { name: 'upi', label: 'group.upi', position: 5 },
  ],
  countries: [],
  coinBoxes: [],
};

describe('selectMethods', () => {
  it('offers what is offered in both country and currency, by position', () => {
    const namesIn = (country: string, currency: string) =>
      selectMethods(catalog, { countries: [country], currency }).methods.map(({ name }) => name);
    expect(namesIn('de', 'EUR')).toEqual(['apple_pay', 'sepa', 'card']);
    expect(namesIn('in', 'INR')).toEqual(['upi']);
    expect(namesIn('br', 'EUR')).toEqual(['card']);
    expect(namesIn('br', 'BRL')).toEqual([]);
    expect(namesIn('de', 'constructor')).toEqual([]);
  });

  it('groups only what is offered', () => {
    expect(selectMethods(catalog, { countries: ['de'], currency: 'EUR' }).groups).toEqual([
      { name: 'cards', label: 'group.cards', position: 10, paymentMethods: ['apple_pay', 'card'] },
      { name: 'bankTransfer', label: 'group.bankTransfer', position: 20, paymentMethods: ['sepa'] },
    ]);
    expect(selectMethods(catalog, { countries: ['br'], currency: 'BRL' }).groups).toEqual([]);
  });

  it('answers in the shape of the contract, without what only the server needs', () => {
    const answer = selectMethods(catalog, { countries: ['de'], currency: 'EUR' });
    expect(calls['methods-payment-v3'].response.parse(answer)).toEqual(answer);
    expect(JSON.stringify(answer)).not.toMatch(/connector|countries/);
  });
});

describe('findMethod', () => {
  const find = (name: string, countries: string[], currency = 'EUR') =>
    findMethod(catalog, { name, countries, currency });

  it('finds a method only where it is offered, in all of the countries', () => {
    expect(find('sepa', ['de', 'in'])).toBeUndefined();
    expect(find('card', ['de', 'in'])?.name).toBe('card');
    expect(find('sepa', ['de'])?.name).toBe('sepa');
    expect(find('sepa', ['in'])).toBeUndefined();
    expect(find('sepa', [])?.name).toBe('sepa');
    expect(find('sepa', ['de'], 'USD')).toBeUndefined();
    expect(find('unknown', ['de'])).toBeUndefined();
  });
});
