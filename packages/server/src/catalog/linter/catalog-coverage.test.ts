import { describe, expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { listUncovered, measureCoverage, summarizeCatalog } from './catalog-coverage.ts';

const methods = [
  buildMethod('card', { badge: 'top', fields: [{ name: 'holder', type: 'text' }] }),
  buildMethod('pix', {
    cardViewType: 6,
    badgeType: 2,
    amount_rules: { BRL: { min: '1', max: '5' }, EUR: { min: '1', max: '5' } },
    fields: [
      { name: 'phone', type: 'text' },
      { name: 'name', type: 'text' },
    ],
  }),
  buildMethod('payout', { transaction: 'withdrawal' }),
];
const coverage = measureCoverage({ methods });

describe('the coverage of a catalogue by its methods', () => {
  it('is counted by the lists of the contract', () => {
    expect(coverage.cardViewTypes.get('card')).toBe(2);
    expect(coverage.cardViewTypes.get('pix')).toBe(1);
    // A badge by its name, and one by its number.
    expect(coverage.badges.get('top')).toBe(1);
    expect(coverage.badges.get('brand')).toBe(1);
    // Counts methods, not fields.
    expect(coverage.fieldTypes.get('text')).toBe(2);
    expect(coverage.attributes.get('badgeType')).toBe(1);
  });

  it('lists the features that no method uses', () => {
    const uncovered = listUncovered(coverage);
    expect(uncovered).toContain('no method is of the card view type "cash"');
    expect(uncovered).toContain('no method has the badge "turbo"');
    expect(uncovered).toContain('no method has a field of the type "networks"');
    expect(uncovered).toContain('no method has the attribute "wallet"');
    expect(uncovered).not.toContain('no method is of the card view type "card"');
    expect(uncovered).not.toContain('no method has the attribute "name"');
  });

  it('is summarized in a few lines', () => {
    const countries = [{ code: 'de', currency: 'EUR' }];
    const groups = [{ name: 'cards', label: 'group.cards', position: 10 }];
    const cardSchemes = [{ name: 'Visa', prefixes: ['4'], source: 'its rules' }];
    const cardIssuers = [
      { bank: 'Bank', prefixes: ['411111'] },
      { bank: 'Sample Bank', prefixes: ['424242'], isSample: true },
    ];
    const catalog = { methods, groups, countries, coinBoxes: [], cardSchemes, cardIssuers };
    const [first, cards, kinds] = summarizeCatalog(catalog, coverage);
    expect(first).toBe(
      'The catalogue is valid: 2 deposit and 1 withdrawal methods in 1 groups, for 1 countries, in 2 currencies.',
    );
    expect(cards).toBe('Cards: 1 schemes, 2 issuers (1 of them samples).');
    expect(kinds).toMatch(/^Card view types: default 0, card 2, /);
  });
});
