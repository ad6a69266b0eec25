import { expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkPaysBack } from './check-pays-back.ts';

const deposits = [
  buildMethod('card'),
  buildMethod('everywhere', { countries: '*' }),
  buildMethod('elsewhere', { countries: ['fr'] }),
  buildMethod('other_provider', { connector: 'acme' }),
  buildMethod('routed', { connector: 'acme', routes: [{ account: 'a' }] }),
];

function check(part: Partial<CatalogMethod>): string[] {
  const entry = buildMethod('payout', { transaction: 'withdrawal', ...part });
  const placed = [{ entry, file: 'methods/a.json', path: 'methods.9' }];
  return checkPaysBack({ methods: [...deposits, entry] }, placed).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

it('accepts deposits of the same countries', () => {
  expect(check({})).toEqual([]);
  expect(check({ paysBack: ['card', 'everywhere', 'other_provider'] })).toEqual([]);
  expect(check({ countries: '*', paysBack: ['elsewhere'] })).toEqual([]);
  expect(check({ paysToInstrument: true, paysBack: ['card', 'routed'] })).toEqual([]);
});

it.each<[string, Partial<CatalogMethod>, string]>([
  ['an unknown method', { paysBack: ['card', 'crad'] }, '1: there is no deposit method "crad"'],
  ['itself', { paysBack: ['payout'] }, '0: there is no deposit method "payout"'],
  [
    'a method of another country',
    { paysBack: ['elsewhere'] },
    '0: "elsewhere" is offered in none of its countries',
  ],
  [
    'a card of another provider',
    { paysToInstrument: true, paysBack: ['other_provider'] },
    '0: "other_provider" is paid at "acme", which alone knows its cards',
  ],
])('finds %s', (_, part, problem) => {
  expect(check(part)).toEqual([`methods.9.paysBack.${problem}`]);
});
