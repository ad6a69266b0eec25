import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locales } from '@kassa/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeCatalog } from '../../testing/write-catalog.ts';
import { checkOverlays } from '../linter/check-overlays.ts';
import { loadCatalog, readConfiguration } from './load-catalog.ts';

const everyLocale = Object.entries(locales)
  .filter(([, row]) => 'isComplete' in row)
  .map(([tag]) => `locales/${tag}.json`)
  .join(', ');

let folder: string;
let config: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlays-'));
  config = path.join(folder, 'config');
  await mkdir(path.join(folder, 'catalog'));
  await writeCatalog(path.join(folder, 'catalog'));
  await writeBrand('northwind', { sandbox });
  await writeBrand('southwind', { pix });
});
afterEach(() => rm(folder, { recursive: true }));

const sandbox = {
  apiUrl: 'http://localhost:9',
  apiKey: 'a key of the sandbox',
  webhookSecret: 'a secret of the sandbox',
};
const pix = {
  key: 'pix@northwind.example',
  merchantName: 'Northwind',
  city: 'Recife',
  webhookSecret: 'a secret of the bank, long enough',
  bankUrl: 'http://localhost:9',
  bankToken: 'a token of the bank',
};

async function write(file: string, content: unknown): Promise<void> {
  const target = path.join(config, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, typeof content === 'string' ? content : JSON.stringify(content));
}

function writeBrand(product: string, connectors: object, part: object = {}): Promise<void> {
  return write(`brands/${product}.json`, {
    product,
    name: product,
    mode: 'test',
    token: {
      issuer: product,
      audience: 'kassa',
      keys: [{ alg: 'HS256', kid: 'k', secret: 'a secret of 32 characters at least' }],
    },
    allowedOrigins: ['https://casino.example'],
    connectors,
    ...part,
  });
}

async function read() {
  const base = await loadCatalog(path.join(folder, 'catalog'));
  return readConfiguration(config, {}, base);
}

/** Reads both brands, of which the first has this overlay. */
async function readWith(overlay: unknown) {
  await write('catalogs/northwind/own.json', overlay);
  const { catalogs, problems } = await read();
  const { methods = [], groups = [] } = catalogs.get('northwind') ?? {};
  return { methods, groups, problems };
}

const wallet = {
  name: 'rocket',
  category: 'eMoney',
  cardViewType: 0,
  text: { en: 'Rocket' },
  amount_rules: { BDT: { min: '100', max: '5000' } },
  position: 15,
  iconIds: ['bkash'],
  countries: ['bd'],
  connector: 'sandbox',
  group: 'eMoney',
};

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M0 0h9"/></svg>';

it('offers the catalogue as it is to a brand without overlays', async () => {
  const { catalogs, problems } = await read();
  expect(problems).toEqual([]);
  expect(catalogs.get('northwind')?.methods.map(({ name }) => name)).toEqual([
    'bkash',
    'nagad',
    'card_uz',
  ]);
  expect(catalogs.get('southwind')?.methods).toEqual([]);
});

it('adds, removes, reorders and rewords methods and changes limits, for its brand only', async () => {
  await writeBrand('southwind', { sandbox });
  await write('catalogs/northwind/limits.json', {
    change: {
      bkash: {
        position: 30,
        text: { bn: 'বিকাশ' },
        amount_rules: { BDT: { min: '500', max: '9000' }, EUR: { min: '5', max: '5000' } },
        isPopular: null,
      },
    },
  });
  await write('catalogs/northwind/methods.json', {
    add: [wallet],
    remove: ['nagad'],
    groups: {
      add: [{ name: 'cards', label: 'group.cards', position: 5 }],
      change: { eMoney: { position: 1 } },
    },
  });
  await write('catalogs/northwind/.hidden', 'left out');
  const { catalogs, problems } = await read();
  expect(problems).toEqual([]);
  const { methods = [], groups = [] } = catalogs.get('northwind') ?? {};
  expect(methods.map(({ name }) => name)).toEqual(['bkash', 'card_uz', 'rocket']);
  const [bkash] = methods;
  expect(bkash).toMatchObject({
    position: 30,
    text: { en: 'bkash', bn: 'বিকাশ' },
    amount_rules: { BDT: { min: '500', max: '9000' }, EUR: { min: '5', max: '5000' } },
    recommendedAmounts: ['500', '1000'],
  });
  expect(bkash).not.toHaveProperty('isPopular');
  expect(Object.isFrozen(bkash?.text)).toBe(true);
  expect(groups.map(({ name, position }) => `${name} ${position}`)).toEqual([
    'eMoney 1',
    'cards 5',
  ]);
  const other = catalogs.get('southwind')?.methods.find(({ name }) => name === 'bkash');
  expect(other).toMatchObject({
    position: 10,
    amount_rules: { BDT: { min: '200', max: '25000' } },
  });
});

it('removes a currency or a language by null', async () => {
  await write('catalogs/northwind/a.json', {
    change: { bkash: { amount_rules: { EUR: { min: '5', max: '50' }, BDT: null } } },
  });
  const { catalogs, problems } = await read();
  expect(problems).toEqual([
    'catalogs/northwind/a.json: change.bkash.recommendedAmounts.0: 500 EUR cannot be paid within the limits',
    'catalogs/northwind/a.json: change.bkash.recommendedAmounts.1: 1000 EUR cannot be paid within the limits',
  ]);
  expect(catalogs.get('northwind')?.methods[0]?.amount_rules).toEqual({
    EUR: { min: '5', max: '50' },
  });
});

/** The first bytes of a WebP of 128 × 128 pixels, in text that a file keeps as it is. */
const webp = 'RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\0\0\x7f\0\0';

it("takes a brand's own logos, checked as the catalogue's", async () => {
  await write('catalogs/northwind/icons/rocket.svg', drawing);
  const { problems } = await readWith({ add: [{ ...wallet, iconIds: ['rocket', 'bkash'] }] });
  expect(problems).toEqual([]);
  const { catalogs } = await read();
  expect(catalogs.get('northwind')?.ownDrawings?.get('icons/rocket.svg')).toMatchObject({
    type: 'image/svg+xml',
    content: Buffer.from(drawing),
  });
  expect(catalogs.get('southwind')?.ownDrawings).toBeUndefined();
  await write('catalogs/northwind/icons/evil.svg', drawing.replace('<path', '<script/><path'));
  await write('catalogs/northwind/icons/Logo.png', '');
  await write('catalogs/northwind/icons/rocket.webp', webp);
  expect((await read()).problems).toEqual([
    'catalogs/northwind/icons/Logo.png: must be named as "visa.svg", "visa.png" or "visa.webp" is',
    'catalogs/northwind/icons/evil.svg: must not hold <script>',
    'catalogs/northwind/icons/rocket.webp: is a second file of this name',
  ]);
});

it('takes logos for all brands, which those of a brand precede', async () => {
  const red = drawing.replace('<path', '<path fill="#f00"');
  await write('icons/bkash.svg', drawing);
  await write('icons/visa.svg', drawing);
  await write('catalogs/northwind/icons/visa.svg', red);
  const { catalogs, problems } = await read();
  expect(problems).toEqual([]);
  const contentOf = (product: string, id: string) =>
    catalogs.get(product)?.ownDrawings?.get(`icons/${id}.svg`)?.content.toString();
  expect(contentOf('northwind', 'bkash')).toBe(drawing);
  expect(contentOf('southwind', 'bkash')).toBe(drawing);
  expect(contentOf('northwind', 'visa')).toBe(red);
  expect(contentOf('southwind', 'visa')).toBe(drawing);
});

it('takes a logo that is named after a method, for this method alone', async () => {
  const methods = [
    { ...wallet, name: 'rocket_p2p', iconIds: ['bkash'] },
    { ...wallet, name: 'rocket', iconIds: ['bkash'] },
  ];
  await write('catalogs/northwind/icons/rocket_p2p.webp', webp);
  const { methods: shown, problems } = await readWith({ add: methods });
  expect(problems).toEqual([]);
  const iconIds = new Map(shown.map((method) => [method.name, method.iconIds]));
  expect(iconIds.get('rocket_p2p')).toEqual(['rocket_p2p']);
  expect(iconIds.get('rocket')).toEqual(['bkash']);
});

it('takes a logo for all brands that is named after a method of one brand', async () => {
  await write('icons/rocket_p2p.webp', webp);
  const method = { ...wallet, name: 'rocket_p2p', iconIds: ['bkash'] };
  const { methods: shown, problems } = await readWith({ add: [method] });
  expect(problems).toEqual([]);
  expect(shown.find(({ name }) => name === 'rocket_p2p')?.iconIds).toEqual(['rocket_p2p']);
});

it('refuses a logo of a method that is not there, and a wrong file for all brands', async () => {
  await write('icons/bkash_p2p.svg', drawing);
  await write('icons/visa.svg', drawing.replace('<path', '<script/><path'));
  await write('catalogs/northwind/icons/nagad_p2p.svg', drawing);
  expect((await read()).problems).toEqual([
    'icons/visa.svg: must not hold <script>',
    'catalogs/northwind/icons/nagad_p2p.svg: there is no such method',
    'icons/bkash_p2p.svg: there is no such method',
  ]);
});

describe('an overlay is refused with its file and place:', () => {
  const file = 'catalogs/northwind/own.json';
  it.each<[what: string, overlay: unknown, ...problems: string[]]>([
    ['an unknown key', { chnage: {} }, 'chnage: there is no such setting; did you mean "change"?'],
    [
      'a change of a method that is not there',
      { change: { bkahs: { position: 1 } } },
      'change.bkahs: there is no such method; did you mean "bkash"?',
    ],
    [
      'a removal of a method that is not there',
      { remove: ['bkash', 'paypal'] },
      'remove.1: there is no such method',
    ],
    [
      'an added method that is there',
      { add: [{ ...wallet, name: 'bkash' }] },
      'add.0.name: the catalogue has the method "bkash": use "change"',
    ],
    [
      'a misspelt field',
      { change: { bkash: { popular: true } } },
      'change.bkash.popular: there is no such setting; did you mean "isPopular"?',
    ],
    [
      'a renamed method',
      { change: { bkash: { name: 'bkash2' } } },
      'change.bkash.name: the name of a method never changes: remove it and add another',
    ],
    [
      'a required field removed',
      { change: { bkash: { group: null } } },
      'change.bkash.group: Invalid input: expected string, received undefined',
    ],
    [
      'limits turned round',
      { change: { card_uz: { amount_rules: { UZS: { min: '20', max: '10' } } } } },
      'change.card_uz.amount_rules.UZS.min: must not be above max (10)',
    ],
    [
      'a name with markup',
      { change: { bkash: { text: { en: '<b>bKash</b>' } } } },
      'change.bkash.text.en: must not have markup ("<", ">"), line breaks or other control characters',
    ],
    [
      'a name that turns the text around it',
      { change: { bkash: { text: { en: 'bKash \u202e' } } } },
      'change.bkash.text.en: must not have markup ("<", ">"), line breaks or other control characters',
    ],
    [
      'a label with a line break',
      { groups: { change: { eMoney: { label: 'group\neMoney' } } } },
      'groups.change.eMoney.label: must not have markup ("<", ">"), line breaks or other control characters',
    ],
    [
      'a group that is not there',
      { groups: { remove: ['emoney'] } },
      'groups.remove.0: there is no such group; did you mean "eMoney"?',
    ],
    [
      'the removal of a group with methods',
      { groups: { remove: ['eMoney'] } },
      'groups.remove.0: the group "eMoney" has the method "bkash"',
    ],
    [
      'a logo without a file',
      { add: [{ ...wallet, iconIds: ['rocket'] }] },
      'add.0.iconIds.0: "rocket" has no file icons/rocket.svg',
    ],
    [
      'an account that the brand lacks',
      { change: { bkash: { connector: 'pix' } } },
      'change.bkash.connector: the brand has no account "pix", and the method no routes to others',
    ],
    [
      'a placeholder with markup, and a choice that turns the text around it',
      {
        change: {
          bkash: {
            cardViewType: 1,
            fields: [
              { name: 'branch', type: 'text', placeholder: { en: '<i>Branch</i>' } },
              {
                name: 'bank',
                type: 'dropdown',
                placeholder: { en: 'Bank' },
                values: [{ value: 'a', text: { en: 'A\u202e' } }],
              },
            ],
          },
        },
      },
      'change.bkash.fields.0.placeholder.en: must not have markup ("<", ">"), line breaks or other control characters',
      'change.bkash.fields.1.values.0.text.en: must not have markup ("<", ">"), line breaks or other control characters',
    ],
    [
      'a slide with a line break',
      { change: { card_uz: { instruction: { slides: [{ text: { en: 'Choose\nPay' } }] } } } },
      'change.card_uz.instruction.slides.0.text.en: must not have markup ("<", ">"), line breaks or other control characters',
    ],
    [
      'a pattern that some input makes run very long',
      {
        change: {
          bkash: {
            cardViewType: 1,
            fields: [
              {
                name: 'branch',
                type: 'text',
                placeholder: { en: 'Branch' },
                validations: [{ regex: '^(a+)+$' }],
              },
            ],
          },
        },
      },
      'change.bkash.fields.0.validations.0.regex: can be made to run very long (exponential)',
    ],
    [
      'labels without a message',
      {
        change: { bkash: { banner: { bannerTextKey: 'banner.northwind' } } },
        groups: { change: { eMoney: { label: 'group.northwind' } } },
      },
      `groups.change.eMoney.label: "group.northwind" is not a message of ${everyLocale}`,
      `change.bkash.banner.bannerTextKey: "banner.northwind" is not a message of ${everyLocale}`,
    ],
    [
      "a route to another brand's account",
      { change: { bkash: { routes: [{ account: 'pix' }] } } },
      'change.bkash.routes.0.account: there is no such account of northwind',
    ],
    [
      "an added method with a route to another brand's account",
      { add: [{ ...wallet, routes: [{ account: 'pix' }] }] },
      'add.0.routes.0.account: there is no such account of northwind',
    ],
    [
      "a field for a card's number",
      {
        change: {
          bkash: { fields: [{ name: 'cardNumber', type: 'text', placeholder: { en: 'Card' } }] },
        },
      },
      'change.bkash.fields.0: "cardNumber" asks for a card\'s number, and the connector "sandbox" has no PCI scope',
    ],
    ['a list for an object', { add: {} }, 'add: Invalid input: expected array, received object'],
  ])('%s', async (_what, overlay, ...expected) => {
    const { problems } = await readWith(overlay);
    expect(problems).toEqual(expected.map((problem) => `${file}: ${problem}`));
  });

  it('a file that is not JSON', async () => {
    const { problems } = await readWith('{ "remove": [');
    expect(problems).toEqual([expect.stringMatching(`^${file}: is not JSON`)]);
  });

  it('two files that change the same method', async () => {
    await write('catalogs/northwind/a.json', { change: { bkash: { position: 1 } } });
    await write('catalogs/northwind/b.json', { remove: ['bkash'] });
    expect((await read()).problems).toEqual([
      'catalogs/northwind/b.json: remove.0: "bkash" is already changed at catalogs/northwind/a.json: change.bkash',
    ]);
  });

  it('a folder of no brand, and a file of another kind', async () => {
    await write('catalogs/nortwind/a.json', {});
    await write('catalogs/northwind/notes.txt', '');
    expect((await read()).problems).toEqual([
      'catalogs/nortwind: there is no such brand; did you mean "northwind"?',
      'catalogs/northwind/notes.txt: is not an overlay: here are files <name>.json, "icons" and "pictures"',
    ]);
  });

  it.each([
    ['the folder of all overlays', 'catalogs', 'ENOTDIR'],
    ['the folder of overlays', 'catalogs/northwind', 'ENOTDIR'],
    ['the folder of logos', 'catalogs/northwind/icons', 'ENOTDIR'],
    ['the folder of pictures', 'catalogs/northwind/pictures', 'ENOTDIR'],
  ])('%s that cannot be read', async (_what, folder, code) => {
    await write(folder, 'no folder');
    expect((await read()).problems).toContain(`${folder}: cannot be read as a folder: ${code}`);
  });

  it("with the problems of the brands' files", async () => {
    await write('brands/southwind.json', { product: 'southwind', name: '<i>South</i>' });
    await write('catalogs/southwind/a.json', { remove: ['paypal'] });
    const { problems } = await read();
    expect(problems).toContain(
      'southwind.json: name: must not have markup ("<", ">"), line breaks or other control characters',
    );
    expect(problems).toContain('catalogs/southwind/a.json: remove.0: there is no such method');
  });
});

it("reports no wrong accounts while another brand's file is wrong", async () => {
  const text = await readFile(path.join(folder, 'catalog/methods/bd.json'), 'utf8');
  const routed = text.replace('"connector"', '"routes": [{ "account": "pix" }], "connector"');
  await writeFile(path.join(folder, 'catalog/methods/bd.json'), routed);
  expect((await read()).problems).toEqual([]);
  await write('brands/southwind.json', '{ "product": ');
  expect((await read()).problems).toEqual([expect.stringMatching(/^southwind\.json: is not JSON/)]);
});

it('gives the same objects for the same files', async () => {
  await write('catalogs/northwind/a.json', { change: { bkash: { position: 1 } } });
  const base = await loadCatalog(path.join(folder, 'catalog'));
  const first = await readConfiguration(config, {}, base);
  await writeBrand('southwind', { pix: { ...pix, city: 'Olinda' } });
  const second = await readConfiguration(config, {}, base, first);
  expect(second.brands.get('northwind')).toBe(first.brands.get('northwind'));
  expect(second.catalogs.get('northwind')).toBe(first.catalogs.get('northwind'));
  const [before, after] = [first, second].map(({ brands }) => brands.get('southwind'));
  expect(after).not.toBe(before);
  expect(after?.token.keys[0]).toBe(before?.token.keys[0]);
});

it('the linter also checks the texts and the reach of the own methods and groups', async () => {
  const lint = async () =>
    (await checkOverlays(await loadCatalog(path.join(folder, 'catalog')), config, {})).problems;
  expect(await lint()).toEqual([]);
  await write('catalogs/northwind/own.json', {
    add: [{ ...wallet, amount_rules: { EUR: { min: '5', max: '50' } } }],
    change: { bkash: { text: { bn: 'বিকাশ' } } },
    groups: { add: [{ name: 'cards', label: 'group.cards', position: 5 }] },
  });
  expect((await read()).problems).toEqual([]);
  expect(await lint()).toEqual([
    expect.stringMatching(/^catalogs\/northwind\/own.json: change.bkash.text: lacks /),
    'catalogs/northwind/own.json: add.0.name: is offered to no player',
    'catalogs/northwind/own.json: groups.add.0.name: there is no method in the group "cards"',
  ]);
});

describe('an overlay of sweepstakes', () => {
  const box = {
    boxId: 'spring',
    price: '3.99',
    priceCurrencyCode: 'USD',
    gcAmount: '9',
    scAmount: '1',
  };
  const overlay = (packages: object = {}, sweepstake: object = { currency: 'USD' }) => ({
    sweepstake,
    packages,
    change: { bkash: { amount_rules: { USD: { min: '1', max: '5000' } } } },
  });
  const readOverlay = async (content: object) => {
    await write('catalogs/northwind/own.json', content);
    const { catalogs, problems } = await read();
    return { catalog: catalogs.get('northwind'), other: catalogs.get('southwind'), problems };
  };

  it('gives a brand its rules and packages, and no other brand', async () => {
    const { catalog, other, problems } = await readOverlay(overlay({ add: [box] }));
    expect(problems).toEqual([]);
    expect(catalog?.sweepstake).toEqual({
      currency: 'USD',
      playthrough: '1',
      excludedRegions: [],
      needsAge: true,
      needsIdentity: true,
      priceLockSeconds: 900,
    });
    expect(catalog?.coinBoxes.map(({ boxId }) => boxId)).toContain('spring');
    expect(other?.sweepstake).toBeUndefined();
    const parts = [catalog?.sweepstake, catalog?.sweepstake?.excludedRegions, catalog?.coinBoxes];
    expect(parts.map(Object.isFrozen)).toEqual([true, true, true]);
  });

  it.each([
    [
      overlay({ add: [{ ...box, priceCurrencyCode: 'EUR' }] }),
      /priceCurrencyCode: is not the sweepstakes' USD/,
    ],
    [overlay({ add: [{ ...box, fullPrice: '3.99' }] }), /fullPrice: must be above the price/],
    [
      overlay({ add: [{ ...box, countries: ['xx'] }] }),
      /packages.add.0.countries: there is no country "xx"/,
    ],
    [overlay({ change: { 'box-5': { boxId: 'box-6' } } }), /boxId: the name of a package never/],
    [overlay({ add: [box, box] }), /"spring" is already used/],
    [overlay({ remove: ['winter'] }), /there is no such package/],
    [overlay({}, { currency: 'USD', excludedRegions: ['xx-yy'] }), /"xx-yy" is in no country/],
    [overlay({}, { currency: 'JPY' }), /sweepstake.currency: no deposit method takes JPY/],
    [overlay({}, { currency: 'USD', playthrough: '-1' }), /must not be negative/],
  ])('is refused with its problem: %#', async (content, problem) => {
    const { problems } = await readOverlay(content);
    expect(problems.join('\n')).toMatch(problem);
  });

  it.each([
    ['closedLoop', { closedLoop: 'refuse' }],
    ['turnover', { turnover: '1' }],
  ])('is refused beside the rule %s, which no sweep coin could keep', async (name, withdrawals) => {
    await writeBrand('northwind', { sandbox }, { withdrawals });
    const { problems } = await readOverlay(overlay({ add: [box] }));
    expect(problems.join('\n')).toMatch(`withdrawals.${name} must not be set`);
  });

  it('stands in one file', async () => {
    await write('catalogs/northwind/two.json', overlay());
    const { problems } = await readOverlay(overlay());
    expect(problems.join('\n')).toMatch(/stands in catalogs\/northwind\/own.json already/);
  });
});
