import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrandName, stack } from './stack.ts';

const folder = path.join(stack.configFolder, 'brands');
const ownFile = path.join(stack.root, 'config/brands/kassa.json');

/** Writes the server's brands: the demo's own as it is, and those beside it. */
export function writeBrands(): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(ownFile, path.join(folder, 'kassa.json'));
  for (const name of Object.keys(stack.brandUrls) as BrandName[]) {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    writeFileSync(fileOf(name), JSON.stringify(describeBrand(name, secret)), { mode: 0o600 });
  }
}

/** What Kassa signs its requests to a brand's backend with. */
export function readBrandSecret(name: BrandName): string {
  const brand: { webhook: { secrets: [string] } } = JSON.parse(readFileSync(fileOf(name), 'utf8'));
  return brand.webhook.secrets[0];
}

/** The name that the sandbox has for a brand's merchant stands after the dot of its key. */
export function merchantKey(name: BrandName, key: string): string {
  return `${key}.${name}`;
}

/** The demo's own brand under another name, with host page and merchant account of its own. */
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
    // Pix is told of at the address of one brand: the demo's.
    connectors: { sandbox: connectors.sandbox },
  };
}

interface OwnBrand {
  token: object;
  connectors: { sandbox: object };
}

/** Puts values in the place of settings; what isn't given stays for the server to fill in. */
function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Geetest, played by the stand-in beside the sandbox provider. */
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
