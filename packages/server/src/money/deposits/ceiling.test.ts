import { expect, test } from 'vitest';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { ceilingOf, resolveCeiling } from './ceiling.ts';

const core = (ceilingFactor = '1.1') =>
  ({ brands: new Map([['casino', { deposits: { ceilingFactor } }]]) }) as unknown as Parameters<
    typeof resolveCeiling
  >[0];

const rules = { amount_rules: { EUR: { min: '5', max: '500' } } };
const card = buildMethod('card', rules);
const coin = buildMethod('coin', { ...rules, hasOpenAmount: true });

const ask = (amount: string, part: object = {}, factor?: string) =>
  resolveCeiling(core(factor), {
    brandId: 'casino',
    method: card,
    amount: { amount, currency: 'EUR' },
    country: 'de',
    ...part,
  });

test.each([
  ['the requested amount and a tenth', ask('100'), '110'],
  ['exact to the last decimal', ask('10.01'), '11.011'],
  ['at most the maximum of the method', ask('480'), '500'],
  ["the brand's factor", ask('100', {}, '1.25'), '125'],
  ['no margin', ask('100', {}, '1'), '100'],
  ['the maximum, where the payer decides the amount', ask('100', { method: coin }), '500'],
  ['what was asked, where the maximum fell meanwhile', ask('600'), '600'],
  ['the margin, where the catalogue lost the method', ask('100', { method: null }), '110'],
])('the ceiling is %s', (_, ceiling, expected) => {
  expect(Number(ceiling)).toBe(Number(expected));
});

test('a network with limits of its own lowers the maximum', () => {
  const field = {
    type: 'networks' as const,
    name: 'network',
    placeholder: { en: 'Network' },
    values: [{ value: 'TRC', text: { en: 'TRC' }, limits: { min: '5', max: '50' } }],
  };
  const method = buildMethod('coin', { ...rules, fields: [field] } as object);
  expect(Number(ask('48', { method, fields: { network: 'TRC' } }))).toBe(50);
});

test('a deposit of an older release is measured by the present catalogue', () => {
  const parts = { ...core(), catalogOf: () => ({ methods: [card] }) } as unknown as Parameters<
    typeof ceilingOf
  >[0];
  const row = {
    brand_id: 'casino',
    payment_method: 'card',
    amount: '480',
    currency: 'EUR',
    country: 'de',
    ceiling: null,
  } as Deposit;
  expect(Number(ceilingOf(parts, row))).toBe(500);
  expect(ceilingOf(parts, { ...row, ceiling: '481' })).toBe('481');
});
