import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrandName, stack } from './stack.ts';

const folder = path.join(stack.configFolder, 'brands');
const ownConfig = path.join(stack.root, 'config');
const ownFile = path.join(ownConfig, 'brands/kassa.json');

/** Writes the server's brands: the demo's own two unchanged, and the additional ones. */
export function writeBrands(): void {
  for (const name of ['brands', 'catalogs']) {
    cpSync(path.join(ownConfig, name), path.join(stack.configFolder, name), { recursive: true });
  }
  for (const name of Object.keys(stack.brandUrls) as BrandName[]) {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    writeFileSync(fileOf(name), JSON.stringify(describeBrand(name, secret)), { mode: 0o600 });
  }
  writeOwnCatalog('Card, any bank');
}

/** Returns the secret of Kassa's signatures to a brand's backend. */
export function readBrandSecret(name: BrandName): string {
  const brand: { webhook: { secrets: [string] } } = JSON.parse(readFileSync(fileOf(name), 'utf8'));
  return brand.webhook.secrets[0];
}

/** Returns a merchant's key: the sandbox takes the part after the dot as the merchant's name. */
export function merchantKey(name: string, key: string): string {
  return `${key}.${name}`;
}

/** Returns the demo's own brand with another name, host page and merchant account. */
function describeBrand(name: BrandName, secret: string): object {
  const own = fillIn(readFileSync(ownFile, 'utf8'), {
    DEMO_URL: stack.brandUrls[name],
    DEMO_KASSA_SECRET: secret,
    DEMO_WALLET: name === 'wallet' ? 'http' : 'ledger',
    SANDBOX_API_KEY: merchantKey(name, '$' + '{SANDBOX_API_KEY}'),
    SANDBOX_WEBHOOK_SECRET: merchantKey(name, '$' + '{SANDBOX_WEBHOOK_SECRET}'),
  });
  const { token, connectors, ...brand } = JSON.parse(own) as OwnBrand;
  return {
    ...brand,
    product: name,
    name: `Kassa demo: ${name}`,
    token: { ...token, issuer: name },
    ...(name === 'captcha' && { captcha }),
    // Only one brand's address receives Pix notifications: the demo's.
    ...(name === 'northwind'
      ? { connectors: {}, accounts: describeAccounts() }
      : { connectors: { sandbox: connectors.sandbox } }),
  };
}

/** Two accounts of the simulated provider, each a merchant with its own key. */
function describeAccounts(): object {
  const describe = (name: string) => ({
    connector: 'sandbox',
    settings: {
      apiUrl: '$' + '{SANDBOX_URL}',
      apiKey: merchantKey(name, '$' + '{SANDBOX_API_KEY}'),
      webhookSecret: merchantKey(name, '$' + '{SANDBOX_WEBHOOK_SECRET}'),
    },
  });
  return { 'northwind-small': describe('small'), 'northwind-large': describe('large') };
}

/** The catalogue of the brand with two accounts: two methods, one of them under another name. */
function describeOwnCatalog(cardName: string): object {
  const routes = [
    { account: 'northwind-large', amount: { EUR: { min: '100' } } },
    { account: 'northwind-small' },
  ];
  return {
    change: {
      card_international: { text: { en: cardName }, routes },
      skrill: { routes, position: 1 },
    },
  };
}

/** Writes the catalogue of the brand with two accounts. */
export function writeOwnCatalog(cardName: string): void {
  const catalogs = path.join(stack.configFolder, 'catalogs', 'northwind');
  mkdirSync(catalogs, { recursive: true });
  const text = JSON.stringify(describeOwnCatalog(cardName));
  writeFileSync(path.join(catalogs, 'methods.json'), text);
}

interface OwnBrand {
  token: object;
  connectors: { sandbox: object };
}

/** Fills values into placeholders; the server fills in those without a value. */
function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Geetest, provided by the stand-in beside the sandbox provider. */
const captcha = {
  kind: 'geetest',
  captchaId: 'stand-in-geetest',
  captchaKey: 'stand-in-geetest-key',
  apiUrl: stack.sandboxUrl,
  scriptUrl: `${stack.sandboxUrl}/v4/gt4.js`,
};

function fileOf(name: BrandName): string {
  return path.join(folder, `${name}.json`);
}
