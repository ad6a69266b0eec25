import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeCatalog } from '../../testing/write-catalog.ts';
import { loadCatalog } from './load-catalog.ts';
import { readCatalog } from './read-catalog.ts';
import { describeProblem } from './read-catalog-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  await writeCatalog(folder);
});
afterEach(() => rm(folder, { recursive: true }));

/** Replaces the first occurrence of a text in a file of the catalogue. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, file), text.replace(from, to));
}

async function findProblems(): Promise<string[]> {
  const read = await readCatalog(folder);
  return read.kind === 'broken' ? read.problems.map(describeProblem) : [];
}

it('finds nothing in a valid catalogue', async () => {
  expect(await findProblems()).toEqual([]);
});

it.each(['acme-pay', 'my_bank', 'acmePay'])(
  'takes the name of any connector, such as %s',
  async (name) => {
    await edit('methods/bd.json', '"connector": "sandbox"', `"connector": "${name}"`);
    expect(await findProblems()).toEqual([]);
  },
);

it('takes routes whose equal conditions differ in their order', async () => {
  const routes = [
    { account: 'a', countries: ['bd', 'in'], share: 60 },
    { account: 'b', countries: ['in', 'bd'], share: 40 },
    { account: 'c', amount: { BDT: { min: '500', max: '500' } }, groups: ['vip'] },
  ];
  const text = `"connector": "sandbox", "routes": ${JSON.stringify(routes)},`;
  await edit('methods/bd.json', '"connector": "sandbox",', text);
  expect(await findProblems()).toEqual([]);
});

describe('an invalid catalogue', () => {
  const bangladesh = 'methods/bd.json';

  it.each([
    [
      'a limit turned round',
      bangladesh,
      '"min": "200"',
      '"min": "30000"',
      'methods/bd.json: methods.0.amount_rules.BDT.min: must not be above max (25000)',
    ],
    [
      'limits of zero',
      bangladesh,
      '{ "min": "200", "max": "25000" }',
      '{ "min": "0", "max": "0" }',
      'methods/bd.json: methods.0.amount_rules.BDT.max: must be more than zero',
    ],
    [
      'a number for an amount',
      bangladesh,
      '"max": "25000"',
      '"max": 25000',
      'methods/bd.json: methods.0.amount_rules.BDT.max: Invalid input: expected string, received number',
    ],
    [
      'more decimals than the currency has',
      bangladesh,
      '"max": "25000"',
      '"max": "25000.005"',
      'methods/bd.json: methods.0.amount_rules.BDT.max: BDT has 2 decimals',
    ],
    [
      'a currency that is none',
      bangladesh,
      '"BDT"',
      '"taka"',
      'methods/bd.json: methods.0.amount_rules.taka: must be an upper-case currency code such as "EUR"',
    ],
    [
      'a recommended amount beyond the limits',
      bangladesh,
      '["500"',
      '["50"',
      'methods/bd.json: methods.0.recommendedAmounts.0: 50 BDT cannot be paid within the limits',
    ],
    [
      'no English name',
      bangladesh,
      '{ "en": "bkash" }',
      '{ "ru": "bkash" }',
      'methods/bd.json: methods.0.text.en: is missing',
    ],
    [
      'a name with markup',
      bangladesh,
      '{ "en": "bkash" }',
      '{ "en": "bkash<br>" }',
      'methods/bd.json: methods.0.text.en: must not have markup ("<", ">"), line breaks or other control characters',
    ],
    [
      'a misspelled field',
      bangladesh,
      '"isPopular"',
      '"popular"',
      'methods/bd.json: methods.0.popular: there is no such setting; did you mean "isPopular"?',
    ],
    [
      'a missing field',
      bangladesh,
      '"connector": "sandbox",',
      '',
      'methods/bd.json: methods.0.connector: Invalid input: expected string, received undefined',
    ],
    [
      "a field for a card's number, with the sandbox",
      'methods/bd.json',
      '"connector": "sandbox",',
      '"connector": "sandbox", "fields": [{ "name": "cardNumber", "type": "text", "placeholder": { "en": "Card" } }],',
      'methods/bd.json: methods.0.fields.0: "cardNumber" asks for a card\'s number, and the connector "sandbox" has no PCI scope',
    ],
    [
      'shares that do not add up',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a", "share": 60 }, { "account": "b", "share": 30 }],',
      'methods/bd.json: methods.0.routes.1.share: the shares of this split add up to 90, not 100',
    ],
    [
      'shares of two splits that add up to 100 only together',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a", "share": 100, "countries": ["bd"] }, { "account": "b", "share": 40 }, { "account": "c", "share": 40 }],',
      'methods/bd.json: methods.0.routes.2.share: the shares of this split add up to 80, not 100',
    ],
    [
      'a share beside a route without one',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a", "share": 60 }, { "account": "b" }],',
      'methods/bd.json: methods.0.routes.0.share: the shares of this split add up to 60, not 100',
    ],
    [
      'an account with two routes',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a" }, { "account": "a" }],',
      'methods/bd.json: methods.0.routes.1.account: "a" has a route already, at 0',
    ],
    [
      'a route under no condition that it could meet',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a", "amount": { "BDT": { "min": "10", "max": "9" } } }],',
      'methods/bd.json: methods.0.routes.0.amount.BDT: has a min above its max',
    ],
    [
      'a route by an amount without limits',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a", "amount": { "BDT": {} } }],',
      'methods/bd.json: methods.0.routes.0.amount.BDT: names neither min nor max',
    ],
    [
      'a misspelt condition',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [{ "account": "a", "country": ["bd"] }],',
      'methods/bd.json: methods.0.routes.0.country: there is no such setting; did you mean "countries"?',
    ],
    [
      'no routes',
      bangladesh,
      '"connector": "sandbox",',
      '"connector": "sandbox", "routes": [],',
      'methods/bd.json: methods.0.routes: Too small: expected array to have >=1 items',
    ],
    [
      'an unknown card view type',
      bangladesh,
      '"cardViewType": 0',
      '"cardViewType": 99',
      'methods/bd.json: methods.0.cardViewType: must be a card view type (§9)',
    ],
    [
      'an unknown group',
      bangladesh,
      '"group": "eMoney"',
      '"group": "wallets"',
      'methods/bd.json: methods.0.group: "wallets" is not in groups.json',
    ],
    [
      'an unknown country',
      bangladesh,
      '["bd"]',
      '["xx"]',
      'methods/bd.json: methods.0.countries: "xx" is not in countries.json',
    ],
    [
      'a name twice',
      bangladesh,
      '"nagad"',
      '"bkash"',
      'methods/bd.json: methods.1.name: "bkash" is already used at methods/bd.json: methods.0',
    ],
    [
      'an icon without a file',
      bangladesh,
      '["bkash"]',
      '["bkash-new"]',
      'methods/bd.json: methods.0.iconIds.0: "bkash-new" has no file icons/bkash-new.svg',
    ],
    [
      'an icon outside the folder',
      bangladesh,
      '["bkash"]',
      '["../bkash"]',
      'methods/bd.json: methods.0.iconIds.0: must be a file name without ".svg", such as "visa"',
    ],
    [
      'a card type without a logo',
      'methods/uz.json',
      '"value": "humo"',
      '"value": "humo-card"',
      'methods/uz.json: methods.0.fields.0.values.1.value: "humo-card" has no file icons/humo-card.svg',
    ],
    [
      'a card type that is an option',
      'methods/uz.json',
      '"name": "cardType",',
      '"name": "cardType", "isOptional": true,',
      'methods/uz.json: methods.0.fields: several card types (cardViewType 4) need a required dropdown "cardType"',
    ],
    [
      'a slide without its picture',
      'methods/uz.json',
      '"picture": "choose"',
      '"picture": "chosen"',
      'methods/uz.json: methods.0.instruction.slides.0.picture: "chosen" has no file pictures/chosen.svg',
    ],
    [
      'a picture of no size',
      'pictures/choose.svg',
      'viewBox="0 0 320 200"',
      '',
      'methods/uz.json: methods.0.instruction.slides.0.picture: "choose" must have viewBox="0 0 320 200"',
    ],
    [
      'a picture with a script',
      'pictures/choose.svg',
      '</svg>',
      '<script>alert(1)</script></svg>',
      'methods/uz.json: methods.0.instruction.slides.0.picture: "choose" must not hold <script>',
    ],
    [
      'a film elsewhere',
      'methods/uz.json',
      'https://www.youtube.com/watch?v=KassaUzb001',
      'https://films.example/guide.mp4',
      'methods/uz.json: methods.0.video_guide_url.redesign: is not an https video on YouTube or Vimeo',
    ],
    [
      'an unknown transaction',
      bangladesh,
      '"isPopular": true',
      '"isPopular": true, "transaction": "payout"',
      'methods/bd.json: methods.0.transaction: Invalid option: expected one of "deposit"|"withdrawal"',
    ],
    [
      'a coin package twice',
      'coin-boxes.json',
      '"box-10"',
      '"box-5"',
      'coin-boxes.json: coinBoxes.1.boxId: "box-5" is already used at coin-boxes.json: coinBoxes.0',
    ],
    [
      'a coin package for nothing',
      'coin-boxes.json',
      '"4.99"',
      '"0"',
      'coin-boxes.json: coinBoxes.0.price: must be more than zero',
    ],
    [
      'a price finer than its currency',
      'coin-boxes.json',
      '"4.99"',
      '"4.999"',
      'coin-boxes.json: coinBoxes.0.price: USD has 2 decimals',
    ],
    [
      'a coin package without coins',
      'coin-boxes.json',
      '"50000"',
      '"0"',
      'coin-boxes.json: coinBoxes.0.gcAmount: must be more than zero',
    ],
    [
      'a coin package that takes sweep coins away',
      'coin-boxes.json',
      '"scAmount": "5"',
      '"scAmount": "-5"',
      'coin-boxes.json: coinBoxes.0.scAmount: must not be below zero',
    ],
    [
      'a misspelled field of a coin package',
      'coin-boxes.json',
      '"boxId": "box-5"',
      '"id": "x", "boxId": "box-5"',
      'coin-boxes.json: coinBoxes.0.id: there is no such setting',
    ],
    [
      'prefixes that overlap within a scheme',
      'card-schemes.json',
      '"5614"',
      '"8599-8600"',
      'card-schemes.json: cardSchemes.0.prefixes.1: "8600" overlaps "8599-8600" of card-schemes.json: cardSchemes.0',
    ],
    [
      'prefixes that overlap those of another scheme',
      'card-schemes.json',
      '"9860-9861"',
      '"8600"',
      'card-schemes.json: cardSchemes.1.prefixes.0: "8600" overlaps "8600" of card-schemes.json: cardSchemes.0',
    ],
    [
      'a scheme twice',
      'card-schemes.json',
      '"Humo"',
      '"Uzcard"',
      'card-schemes.json: cardSchemes.1.name: "Uzcard" is already used at card-schemes.json: cardSchemes.0',
    ],
    [
      'a range turned round',
      'card-schemes.json',
      '"9860-9861"',
      '"9861-9860"',
      'card-schemes.json: cardSchemes.1.prefixes.0: must be the first digits of a card number, such as "4", or a range such as "51-55"',
    ],
    [
      "a scheme's logo without a file",
      'card-schemes.json',
      '"iconId": "uzcard"',
      '"iconId": "uz-card"',
      'card-schemes.json: cardSchemes.0.iconId: "uz-card" has no file icons/uz-card.svg',
    ],
    [
      'an issuer by too few digits',
      'card-issuers.json',
      '"860006"',
      '"8600"',
      'card-issuers.json: cardIssuers.0.prefixes.0: must have 6 to 8 digits',
    ],
    [
      'issuers that overlap',
      'card-issuers.json',
      '"isSample": true }',
      '"isSample": true }, { "bank": "Other Bank", "prefixes": ["860000-860010"] }',
      'card-issuers.json: cardIssuers.0.prefixes.0: "860006" overlaps "860000-860010" of card-issuers.json: cardIssuers.1',
    ],
    [
      "a bank's logo without a file",
      'payer-banks.json',
      '"iconId": "humo"',
      '"iconId": "sample"',
      'payer-banks.json: payerBanks.0.iconId: "sample" has no file icons/sample.svg',
    ],
    [
      'two banks of one id in a country',
      'payer-banks.json',
      '"iconId": "humo" }',
      '"iconId": "humo" }, { "country": "uz", "id": "sample-bank", "name": "Other Bank" }',
      'payer-banks.json: payerBanks.1.id: "uz sample-bank" is already used at payer-banks.json: payerBanks.0',
    ],
    [
      'a choice of banks in a country without banks',
      bangladesh,
      '"isPopular": true,',
      '"isPopular": true, "hasBankChoice": true,',
      'methods/bd.json: methods.0.hasBankChoice: payer-banks.json has no banks of the country "bd"',
    ],
    [
      'a choice of banks beside a field "bank"',
      'methods/uz.json',
      '"name": "cardType",',
      '"name": "cardType", "alias": "bank",',
      'methods/uz.json: methods.0.hasBankChoice: the bank would take the place of the field "cardType"',
    ],
  ])('names file and field of %s', async (_what, file, from, to, problem) => {
    await edit(file, from, to);
    expect(await findProblems()).toEqual([problem]);
  });

  it('names the file and place of a syntax error', async () => {
    await edit(bangladesh, '"name": "bkash",', '"name": "bkash"');
    expect(await findProblems()).toEqual([
      expect.stringMatching(/^methods\/bd\.json: is not JSON: .*line 5/),
    ]);
  });

  it('names a missing file', async () => {
    await rm(join(folder, 'groups.json'));
    expect(await findProblems()).toEqual(['groups.json: cannot be read']);
  });

  it('shows the problems of all files at once', async () => {
    await edit(bangladesh, '"position": 10', '"position": "first"');
    await edit('countries.json', '"BDT"', '"bdt"');
    expect(await findProblems()).toHaveLength(2);
  });

  it('keeps a server from starting, with every problem in the message', async () => {
    await edit(bangladesh, '"max": "25000"', '"max": "0"');
    await expect(loadCatalog(folder)).rejects.toThrow('methods.0.amount_rules.BDT.max');
  });
});

it('prints the problems line by line on the command line, with exit code 1', async () => {
  await edit('methods/bd.json', '"max": "25000"', '"max": "0"');
  const command = [join(import.meta.dirname, '../linter/check.ts'), folder];
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; errors: string }>();
  execFile(process.execPath, command, (error, _output, errors) =>
    resolve({ code: error?.code, errors }),
  );
  const { code, errors } = await promise;
  expect(code).toBe(1);
  expect(errors.split('\n')).toContain(
    'methods/bd.json: methods.0.amount_rules.BDT.max: must be more than zero',
  );
});
