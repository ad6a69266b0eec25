import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface TestSettings {
  sandbox: object;
  /** The HS256 secret of each brand's tokens, by brand. */
  secrets: Record<string, string>;
  /** Further settings in the first brand's file. */
  brand?: object;
}

interface TestFiles {
  configFolder: string;
  catalogFolder: string;
  widgetFolder: string;
}

/** Writes brands, a small catalogue and a bare widget page, as an operator would. */
export async function writeTestFiles(
  folder: string,
  { sandbox, secrets, brand = {} }: TestSettings,
): Promise<TestFiles> {
  const files: Record<string, unknown> = {
    'catalog/groups.json': { groups: [{ name: 'cards', label: 'group.cards', position: 1 }] },
    'catalog/countries.json': {
      countries: [
        { code: 'de', currency: 'EUR' },
        { code: 'fr', currency: 'EUR' },
      ],
    },
    'catalog/coin-boxes.json': { coinBoxes: [coinBox] },
    'catalog/card-schemes.json': {
      cardSchemes: [
        { name: 'Visa', iconId: 'card', prefixes: ['4'], source: 'its rules' },
        { name: 'Humo', prefixes: ['9860'], source: 'its rules' },
      ],
    },
    'catalog/card-issuers.json': {
      cardIssuers: [
        { bank: 'Sample Bank', country: 'de', prefixes: ['411111'] },
        { bank: 'Sample Direct', prefixes: ['41111122'] },
      ],
    },
    'catalog/payer-banks.json': {
      payerBanks: [{ country: 'de', id: 'sample-bank', name: 'Sample Bank' }],
    },
    'catalog/methods/international.json': {
      methods: [card, largeTransfer, invoice, p2pTransfer, payout, bankPayout],
    },
    'catalog/icons/card.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"></svg>',
    'catalog/pictures/done.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160"></svg>',
    'widget/index.html':
      '<base href="/kassa/"><script type="application/json" id="kassa-page">{}</script><script>early()</script><script type="module" crossorigin src="./assets/main.js"></script><link rel="stylesheet" href="./assets/main.css">',
    'widget/assets/main.js': 'export {}',
    'widget/assets/main.css': 'body {}',
    'widget/locales/en.json': {},
  };
  for (const [product, secret] of Object.entries(secrets)) {
    files[`config/brands/${product}.json`] = {
      product,
      name: product,
      mode: 'test',
      token: {
        issuer: `${product}-test`,
        audience: 'kassa',
        keys: [{ alg: 'HS256', kid: 'test', secret }],
      },
      allowedOrigins: [`https://${product}.example`],
      assetOrigins: ['https://pictures.example'],
      debugHooks: product === 'other',
      connectors: { sandbox },
      ...(product === 'kassa' ? brand : {}),
    };
  }
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return {
    configFolder: path.join(folder, 'config'),
    catalogFolder: path.join(folder, 'catalog'),
    widgetFolder: path.join(folder, 'widget'),
  };
}

const card = {
  name: 'card',
  category: 'card',
  group: 'cards',
  countries: '*',
  connector: 'sandbox',
  cardViewType: 1,
  text: { en: 'Bank card' },
  amount_rules: { EUR: { min: '10', max: '1000' }, JPY: { min: '1000', max: '100000' } },
  position: 1,
  iconIds: ['card'],
  checkLuhn: true,
  fields: [
    { name: 'holder', type: 'text', placeholder: { en: 'Holder' }, isOptional: true },
    { name: 'iban', type: 'text', placeholder: { en: 'IBAN' }, isOptional: true },
    { name: 'phone', type: 'phone_with_prefix', placeholder: { en: 'Phone' }, isOptional: true },
    {
      name: 'speed',
      alias: 'transfer.speed',
      type: 'networks',
      placeholder: { en: 'Speed' },
      isOptional: true,
      values: [
        { value: 'express', text: { en: 'Express' }, limits: { min: '20', max: '100' } },
        { value: 'standard', text: { en: 'Standard' } },
      ],
    },
  ],
};

const largeTransfer = {
  ...card,
  name: 'large_transfer',
  countries: ['de'],
  amount_rules: { EUR: { min: '5000', max: '9000' } },
  position: 2,
};

/** The sandbox answers with an invoice. Its country keeps it out of other players' lists. */
const invoice = {
  ...card,
  name: 'unified_invoice',
  countries: ['fr'],
  amount_rules: { EUR: { min: '10', max: '5000' } },
  position: 5,
};

/** The sandbox answers with a person to pay to. Its group keeps it out of players' lists. */
const p2pTransfer = {
  name: 'p2p_transfer',
  category: 'p2p',
  group: 'cards',
  countries: ['de'],
  connector: 'sandbox',
  cardViewType: 5,
  text: { en: 'Card to card' },
  amount_rules: { EUR: { min: '10', max: '1000' } },
  position: 6,
  iconIds: ['card'],
  hasBankChoice: true,
  abTestGroups: ['p2p'],
  fields: [{ name: 'account', type: 'text', placeholder: { en: 'Your card' }, isOptional: true }],
};

const payout = {
  ...card,
  name: 'payout',
  transaction: 'withdrawal',
  amount_rules: { EUR: { min: '20', max: '500' } },
  position: 3,
};

const bankPayout = {
  ...payout,
  name: 'bank_payout',
  fields: [{ name: 'iban', type: 'text', placeholder: { en: 'IBAN' } }],
  position: 4,
};

const coinBox = {
  boxId: 'box-5',
  gcAmount: '50000',
  scAmount: '5',
  price: '4.99',
  priceCurrencyCode: 'USD',
};
