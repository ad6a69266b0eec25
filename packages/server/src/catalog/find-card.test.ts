import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalog } from './catalog-schema.ts';
import { findCard } from './find-card.ts';
import { loadCatalog } from './read/load-catalog.ts';

describe('the shipped table', () => {
  let shipped: Catalog;

  beforeAll(async () => {
    shipped = (await loadCatalog(join(import.meta.dirname, '../../../../catalog'))).catalog;
  });

  test.each([
    ['400000', 'Visa', 'visa'],
    ['49999999', 'Visa', 'visa'],
    ['401178', 'Elo', 'elo'],
    ['510000', 'Mastercard', 'mastercard'],
    ['559999', 'Mastercard', 'mastercard'],
    ['222099', null, null],
    ['222100', 'Mastercard', 'mastercard'],
    ['272099', 'Mastercard', 'mastercard'],
    ['272100', null, null],
    ['340000', 'American Express', 'american-express'],
    ['378282', 'American Express', 'american-express'],
    ['501899', 'Maestro', 'maestro'],
    ['501900', 'Dankort', 'dankort'],
    ['561400', 'Uzcard', 'uzcard'],
    ['561500', 'Maestro', 'maestro'],
    ['860000', 'Uzcard', 'uzcard'],
    ['986000', 'Humo', 'humo'],
    ['979200', 'Troy', 'troy'],
    ['911200', 'Belkart', 'belkart'],
    ['220000', 'Mir', 'mir'],
    ['220499', 'Mir', 'mir'],
    ['220500', null, null],
    ['300000', 'Diners Club', 'diners-club'],
    ['306000', null, null],
    ['309500', 'Diners Club', 'diners-club'],
    ['352800', 'JCB', 'jcb'],
    ['358999', 'JCB', 'jcb'],
    ['359000', null, null],
    ['601100', 'Discover', 'discover'],
    ['601200', 'RuPay', 'rupay'],
    ['650000', 'Discover', 'discover'],
    ['650002', 'Verve', 'verve'],
    ['650031', 'Elo', 'elo'],
    ['652150', 'RuPay', 'rupay'],
    ['606282', 'Hipercard', null],
    ['620000', 'UnionPay', 'unionpay'],
    ['817199', 'UnionPay', 'unionpay'],
    ['817200', 'RuPay', 'rupay'],
    ['508500', 'RuPay', 'rupay'],
    ['506099', 'Verve', 'verve'],
    ['588848', 'mada', 'mada'],
    ['000000', null, null],
    ['999999', null, null],
  ])('%s is a card of %s', (bin, name, iconId) => {
    expect(findCard(shipped, bin).scheme).toEqual(name === null ? null : { name, iconId });
  });

  test('every bank is marked as a sample, and named as one', () => {
    const { cardIssuers } = shipped;
    expect(cardIssuers.filter(({ isSample }) => isSample !== true)).toEqual([]);
    expect(cardIssuers.filter(({ bank }) => !bank.startsWith('Sample '))).toEqual([]);
    expect(findCard(shipped, '411111').bank).toEqual({ name: 'Sample Bank Boston', country: 'us' });
  });
});

test.each([
  ['411111', 'wide'],
  ['41111122', 'narrow'],
  ['41111123', 'wide'],
  ['4111112', 'wide'],
  ['411109', null],
  ['411120', 'range'],
  ['411129', 'range'],
  ['411130', null],
])('a prefix of 8 digits takes precedence over one of 6: %s is of the %s bank', (bin, name) => {
  const cardIssuers = [
    { bank: 'narrow', prefixes: ['41111122', '50000000'] },
    { bank: 'range', prefixes: ['411120-411129'] },
    { bank: 'wide', prefixes: ['411111'] },
  ];
  const { scheme, bank } = findCard({ cardSchemes: [], cardIssuers }, bin);
  expect(scheme).toBeNull();
  expect(bank).toEqual(name === null ? null : { name, country: null });
});

test('a bank is found among 100,000', () => {
  const cardIssuers = Array.from({ length: 100_000 }, (_, index) => ({
    bank: `Bank ${index}`,
    prefixes: [String(400_000_00 + 2 * index)],
  }));
  const find = (bin: string) => findCard({ cardSchemes: [], cardIssuers }, bin).bank?.name;
  expect(find('40000000')).toBe('Bank 0');
  expect(find('40000001')).toBeUndefined();
  expect(find('40199998')).toBe('Bank 99999');
  expect(find('40200000')).toBeUndefined();
});
