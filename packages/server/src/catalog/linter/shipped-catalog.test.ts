import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldDefinition, fieldTypes, validateField } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import type { CatalogMethod } from '../catalog-schema.ts';
import { neutralBankIcon } from '../neutral-bank-icon.ts';
import { loadCatalog } from '../read/load-catalog.ts';
import { selectMethods } from '../select-methods.ts';

/** Loaded once: it is frozen, so that no test changes it for the others. */
const loading = loadCatalog(join(import.meta.dirname, '../../../../../catalog'));

const namedMethods = [
  'bkash_p2p',
  'nagad_p2p',
  'p2p_market',
  'card_p2p_uz_uzcard',
  'card_p2p_uz_humo',
  'webmoney_usd',
  'yamoney_h2h',
  'yamoney_rub',
  'yoomoney',
];
const namedGroups = [
  ...['cards', 'crypto', 'cash', 'bankTransfer', 'eMoney', 'upi', 'giftCards'],
  ...['cardTransfer', 'cardWithdrawal', 'p2pKyrgyzstan', 'p2pUkraine', 'sbp', 'sbpTransgran'],
  ...['banksIndonesia', 'banksMalaysia', 'banksThailand', 'banksColombia', 'banksEcuador'],
  ...['banksNigeria', 'cashEcuador', 'cardsNigeria', 'danaIndonesia', 'me2me', 'rcgcard'],
];

describe('the shipped catalogue', () => {
  it('has at least three methods for each country in its own currency', async () => {
    const { catalog } = await loading;
    for (const { code, currency } of catalog.countries) {
      const { methods } = selectMethods(catalog, { countries: [code], currency });
      expect(methods.length, code).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(['EUR', 'USD'])('has several methods in %s in every region', async (currency) => {
    const { catalog } = await loading;
    for (const { code } of catalog.countries) {
      const { methods } = selectMethods(catalog, { countries: [code], currency });
      expect(methods.length, code).toBeGreaterThanOrEqual(3);
      expect(methods.some(({ category }) => category === 'card')).toBe(true);
    }
  });

  it('names a payout method by where the money goes, not by what the player does', async () => {
    const { methods } = (await loading).catalog;
    const payouts = methods.filter(({ transaction }) => transaction === 'withdrawal');
    const named = payouts.filter(({ text }) =>
      /withdraw|вывод|السحب|निकासी|retir|saque/i.test(Object.values(text).join(' ')),
    );
    expect(payouts.length).toBeGreaterThan(100);
    expect(named.map(({ name }) => name)).toEqual([]);
  });

  it('has samples of every kind of form', async () => {
    const { methods } = (await loading).catalog;
    const types = methods.flatMap(({ fields = [] }) => fields.map(({ type }) => type));
    expect([...new Set(types)].sort()).toEqual([...fieldTypes].sort());
    const named = (is: (method: CatalogMethod) => boolean | undefined) =>
      methods.filter(is).map(({ name }) => name);
    // The methods that §4 names.
    expect(named(({ isBonusHidden }) => isBonusHidden).sort()).toEqual([
      'webmoney_usd',
      'yamoney_h2h',
      'yamoney_rub',
    ]);
    expect(named(({ needsCaptcha }) => needsCaptcha)).not.toEqual([]);
    expect(named(({ prefilledAmount }) => prefilledAmount !== undefined)).not.toEqual([]);
    expect(named(({ fee }) => fee !== undefined)).not.toEqual([]);
    expect(named(({ notifiesHostOnRedirect }) => notifiesHostOnRedirect)).not.toEqual([]);
    const showsIssuer = named(({ fields = [] }) =>
      fields.some((field) => field.type === 'text' && field.showsCardIssuer),
    );
    expect(showsIssuer).not.toEqual([]);
  });

  it('has the attributes of payments from person to person that §2, §5 and §9 name', async () => {
    const { methods } = (await loading).catalog;
    const named = (is: (method: CatalogMethod) => boolean | undefined) =>
      methods.filter(is).map(({ name }) => name);
    expect(named(({ isGuaranteed }) => isGuaranteed).sort()).toEqual([
      'card_p2p_uz_humo',
      'card_p2p_uz_uzcard',
    ]);
    expect(named(({ needsConfirmationId }) => needsConfirmationId).sort()).toEqual([
      'bkash_p2p',
      'nagad_p2p',
    ]);
    const supported = named(({ hasSupport }) => hasSupport);
    expect(supported).toEqual(named(({ name }) => name.startsWith('card_p2p_kg_')));
    expect(supported).not.toEqual([]);
    // Each of them has banks to choose from.
    for (const country of ['az', 'kg', 'kz', 'tj', 'uz']) {
      const cards = methods.filter(({ name }) => name.startsWith(`card_p2p_${country}_`));
      expect(cards.length, country).toBeGreaterThan(0);
      const banks = cards.map(({ payerBanks }) => payerBanks?.get(country)?.length ?? 0);
      expect(Math.min(...banks), country).toBeGreaterThan(2);
    }
  });

  it('has the methods and groups that §2, §4 and §5 name', async () => {
    const { methods, groups } = (await loading).catalog;
    const groupOf = new Map(methods.map(({ name, group }) => [name, group]));
    expect(namedMethods.filter((name) => !groupOf.has(name))).toEqual([]);
    // The sandbox's own methods stand apart.
    expect(groups.map(({ name }) => name).sort()).toEqual([...namedGroups, 'tests'].sort());
    expect(['card_p2p_uz_uzcard', 'card_p2p_uz_humo'].map((name) => groupOf.get(name))).toEqual([
      'cardTransfer',
      'cardTransfer',
    ]);
  });

  it('has at least 140 deposit methods in at least 30 countries', async () => {
    const { methods } = (await loading).catalog;
    const deposits = methods.filter(({ transaction }) => transaction === 'deposit');
    expect(deposits.length).toBeGreaterThanOrEqual(140);
    const countries = deposits.flatMap((method) =>
      method.countries === '*' ? [] : method.countries,
    );
    expect(new Set(countries).size).toBeGreaterThanOrEqual(30);
  });

  it('has a withdrawal method in the currency of each country, and one in euros', async () => {
    const { catalog } = await loading;
    for (const { code, currency } of catalog.countries) {
      const named = (wanted: string) =>
        selectMethods(catalog, { countries: [code], currency: wanted }, 'withdrawal').methods;
      expect(named(currency).length, code).toBeGreaterThanOrEqual(1);
      expect(named('EUR').length, code).toBeGreaterThanOrEqual(1);
    }
  });

  it('pays every card deposit back that a withdrawal to cards is offered with', async () => {
    const { methods } = (await loading).catalog;
    const toCards = methods.filter(({ paysToInstrument }) => paysToInstrument);
    const categories = toCards.flatMap(({ paysBack = [] }) =>
      paysBack.map((name) => methods.find((method) => method.name === name)?.category),
    );
    expect([...new Set(categories)]).toEqual(['card']);
    expect(toCards.flatMap(({ fields = [] }) => fields)).toEqual([]);
  });

  it.each([
    ['DE89370400440532013000', null],
    ['GB82WEST12345698765432', null],
    ['CH9300762011623852957', null],
    ['AE070331234567890123456', 'field.rule.ibanSepa'],
    ['TR330006100519786457841326', 'field.rule.ibanSepa'],
    ['DE8937', 'field.rule.iban'],
  ])('answers the IBAN %s for a SEPA transfer with %s', async (iban, errorKey) => {
    const { methods } = (await loading).catalog;
    const sepa = methods.find(({ name }) => name === 'sepa_withdrawal');
    const field = sepa?.fields?.find(({ name }) => name === 'iban') as FieldDefinition;
    const problem = validateField(field, iban);
    expect(problem).toEqual(
      errorKey === null
        ? null
        : { kind: 'rule', rule: expect.objectContaining({ regex_error_key: errorKey }) },
    );
  });

  it('shows the coin of a withdrawal, with limits in the account’s currency', async () => {
    const { catalog } = await loading;
    const list = { countries: ['de'], currency: 'EUR' };
    const { methods } = selectMethods(catalog, list, 'withdrawal');
    const bitcoin = methods.find(({ name }) => name === 'btc_withdrawal');
    expect(bitcoin?.coin).toMatchObject({ currency: 'BTC', blockchain: 'BITCOIN' });
    expect(Object.keys(bitcoin?.amount_rules ?? {})).toEqual(['EUR']);
    expect(bitcoin).not.toHaveProperty('paysBack');
  });

  it('lists no withdrawal method among the deposit methods', async () => {
    const { catalog } = await loading;
    const { methods, groups } = selectMethods(catalog, { countries: ['ng'], currency: 'NGN' });
    expect(methods.filter(({ name }) => name.includes('withdrawal'))).toEqual([]);
    expect(groups.map(({ name }) => name)).not.toContain('cardWithdrawal');
  });

  it('has a logo for banks without one', () => {
    const icons = join(import.meta.dirname, '../../../../../catalog/icons');
    expect(existsSync(join(icons, `${neutralBankIcon}.svg`))).toBe(true);
  });

  it('is deeply frozen', async () => {
    const { methods } = (await loading).catalog;
    expect(Object.isFrozen(methods)).toBe(true);
    expect(Object.isFrozen(methods[0]?.amount_rules)).toBe(true);
  });
});
