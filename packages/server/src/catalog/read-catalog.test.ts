import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldTypes } from '@kassa/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogMethod } from './catalog-schema.ts';
import { checkLabels } from './check-labels.ts';
import { describeProblem } from './describe-problem.ts';
import { loadCatalog } from './load-catalog.ts';
import { readCatalog } from './read-catalog.ts';
import { selectMethods } from './select-methods.ts';

const shipped = join(import.meta.dirname, '../../../../catalog');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  await cp(shipped, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Replaces the first occurrence of a text in a file of the copied catalogue. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, file), text.replace(from, to));
}

async function findProblems(): Promise<string[]> {
  const read = await readCatalog(folder);
  return read.kind === 'broken' ? read.problems.map(describeProblem) : [];
}

describe('the shipped catalogue', () => {
  it('has at least three methods for each country in its own currency', async () => {
    const catalog = await loadCatalog(shipped);
    for (const { code, currency } of catalog.countries) {
      const { methods } = selectMethods(catalog, { countries: [code], currency });
      expect(methods.length, code).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(['EUR', 'USD'])(
    'has several methods in %s wherever the player looks',
    async (currency) => {
      const catalog = await loadCatalog(shipped);
      for (const { code } of catalog.countries) {
        const { methods } = selectMethods(catalog, { countries: [code], currency });
        expect(methods.length, code).toBeGreaterThanOrEqual(3);
        expect(methods.some(({ category }) => category === 'card')).toBe(true);
      }
    },
  );

  it('has samples of every kind of form', async () => {
    const { methods } = await loadCatalog(shipped);
    const types = methods.flatMap(({ fields = [] }) => fields.map(({ type }) => type));
    expect([...new Set(types)].sort()).toEqual([...fieldTypes].sort());
    const named = (is: (method: CatalogMethod) => boolean | undefined) =>
      methods.filter(is).map(({ name }) => name);
    // §4 names them.
    expect(named(({ isBonusHidden }) => isBonusHidden).sort()).toEqual([
      'webmoney_usd',
      'yamoney_h2h',
      'yamoney_rub',
    ]);
    expect(named(({ needsCaptcha }) => needsCaptcha)).not.toEqual([]);
    expect(named(({ prefilledAmount }) => prefilledAmount !== undefined)).not.toEqual([]);
    expect(named(({ fee }) => fee !== undefined)).not.toEqual([]);
    expect(named(({ notifiesHostOnRedirect }) => notifiesHostOnRedirect)).not.toEqual([]);
  });

  it('is frozen throughout', async () => {
    const { methods } = await loadCatalog(shipped);
    expect(Object.isFrozen(methods)).toBe(true);
    expect(Object.isFrozen(methods[0]?.amount_rules)).toBe(true);
  });
});

describe('a broken catalogue', () => {
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
      '{ "en": "bKash" }',
      '{ "ru": "bKash" }',
      'methods/bd.json: methods.0.text.en: is missing',
    ],
    [
      'a misspelled field',
      bangladesh,
      '"isPopular"',
      '"popular"',
      'methods/bd.json: methods.0: Unrecognized key: "popular"',
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
      'methods/br.json',
      '"connector": "sandbox",',
      '"connector": "sandbox", "fields": [{ "name": "cardNumber", "type": "text", "placeholder": { "en": "Card" } }],',
      'methods/br.json: methods.0.fields.0: "cardNumber" asks for a card\'s number, and the connector "sandbox" has no PCI scope',
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
      'methods/bd.json: methods.1.name: "bkash" stands already at methods/bd.json: methods.0',
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
      'coin-boxes.json: coinBoxes.1.boxId: "box-5" stands already at coin-boxes.json: coinBoxes.0',
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
      'coin-boxes.json: coinBoxes.0: Unrecognized key: "id"',
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

  it.each([
    ['a script', '<script>alert(1)</script></svg>', '<script>'],
    ['embedded HTML', '<foreignObject/></svg>', '<foreignObject>'],
    ['another image', '<image href="https://example.com/a.png"/></svg>', '<image>'],
    ['a handler', '<path onload="alert(1)" d=""/></svg>', 'handlers, styles or links'],
    [
      'a link',
      '<path xlink:href="https://example.com/a.svg#b"/></svg>',
      'handlers, styles or links',
    ],
    ['a foreign fill', '<path fill="url(https://example.com/a)"/></svg>', 'anything outside'],
    ['an entity', '<title>&lt;</title></svg>', 'entities'],
    ['an unfinished end', '<g>', 'must end'],
  ])('refuses an icon with %s', async (_what, end, words) => {
    await edit('icons/bkash.svg', '</svg>', end);
    expect(await findProblems()).toEqual([expect.stringContaining(words)]);
  });

  it('keeps a server from starting, with every problem in the message', async () => {
    await edit(bangladesh, '"max": "25000"', '"max": "0"');
    await expect(loadCatalog(folder)).rejects.toThrow('methods.0.amount_rules.BDT.max');
  });
});

it('is told line by line on the command line, with exit code 1', async () => {
  await edit('methods/bd.json', '"max": "25000"', '"max": "0"');
  const command = [join(import.meta.dirname, 'check.ts'), folder];
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

describe('labels', () => {
  const check = async (messages: string) => {
    await writeFile(join(folder, 'en.json'), messages);
    const read = await readCatalog(folder);
    if (read.kind === 'broken') throw new Error('the catalogue is broken');
    return (await checkLabels(read.parts, folder)).map(describeProblem);
  };
  const readMessages = async (): Promise<Record<string, string>> =>
    JSON.parse(await readFile(join(shipped, '../locales/en.json'), 'utf8'));

  it('must be messages of the source language', async () => {
    const messages = await readMessages();
    expect(await check(JSON.stringify(messages))).toEqual([]);
    delete messages['group.cards'];
    expect(await check(JSON.stringify(messages))).toEqual([
      'groups.json: groups.3.label: "group.cards" is not a message of locales/en.json',
    ]);
  });

  it.each([
    ['"placeholder_key": "field.wallet"', 'methods.0.fields.0.placeholder_key: "field.wallet"'],
    [
      '"placeholder": { "en": "Wallet" }, "validations": [{ "regex": "^1", "regex_error_key": "wrong" }]',
      'methods.0.fields.0.validations.0.regex_error_key: "wrong"',
    ],
  ])('of a field are checked as well: %s', async (part, problem) => {
    const field = `"fields": [{ "name": "wallet", "type": "text", ${part} }],`;
    await edit('methods/br.json', '"connector": "sandbox",', `"connector": "sandbox", ${field}`);
    const messages = { ...(await readMessages()), 'field.wallet': undefined };
    expect(await check(JSON.stringify(messages))).toEqual([
      `methods/br.json: ${problem} is not a message of locales/en.json`,
    ]);
  });

  it('cannot be checked against a broken file', async () => {
    expect(await check('{')).toEqual([
      'locales/en.json: is missing or not a flat object of messages',
    ]);
  });
});
