import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrandName, stack } from './stack.ts';

const folder = path.join(stack.configFolder, 'brands');

/** Writes the server's brands: the demo's own as it is, and those beside it. */
export function writeBrands(): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(stack.root, 'config/brands/kassa.json'), path.join(folder, 'kassa.json'));
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

function describeBrand(name: BrandName, secret: string): object {
  const url = stack.brandUrls[name];
  return {
    product: name,
    name: `Kassa demo: ${name}`,
    mode: 'test',
    token: {
      issuer: name,
      audience: 'kassa',
      keys: [{ alg: 'EdDSA', jwksUrl: `${url}/.well-known/jwks.json` }],
    },
    allowedOrigins: [url],
    webhook: { url: `${url}/webhooks`, secrets: [secret] },
    ...(name === 'wallet' && {
      wallet: { kind: 'http', url: `${url}/wallet`, secrets: [secret] },
    }),
    ...(name === 'captcha' && { captcha }),
    connectors: {
      sandbox: {
        apiUrl: stack.sandboxUrl,
        apiKey: merchantKey(name, '$' + '{SANDBOX_API_KEY}'),
        webhookSecret: merchantKey(name, '$' + '{SANDBOX_WEBHOOK_SECRET}'),
      },
    },
  };
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
