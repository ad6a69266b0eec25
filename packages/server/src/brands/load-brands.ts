import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Connector } from '../connectors/connector.ts';
import { connectorFactories } from '../connectors/registry.ts';
import {
  type ApprovalSettings,
  type BrandConfig,
  brandConfigSchema,
  type WebhookSettings,
} from './brand-config.ts';
import type { CaptchaSettings } from './captcha-settings.ts';
import type { RetentionSettings } from './retention-settings.ts';
import type { WalletSettings } from './wallet-settings.ts';

/** A brand with its settings and connectors. */
export interface Brand {
  /** The product name; `brand_id` in the database. */
  id: string;
  name: string;
  token: BrandConfig['token'];
  allowedOrigins: string[];
  /** Origins besides these that a picture of the host's may come from, or `https:`. */
  assetOrigins: string[];
  /** Whether the debug hooks (§7) are in the page. */
  debugHooks: boolean;
  vpnHint: boolean;
  rates: BrandConfig['rates'];
  captcha: CaptchaSettings;
  retention: RetentionSettings;
  /** The operator's webhook endpoint; null: no webhooks. */
  webhook: WebhookSettings | null;
  /** The endpoint that approves deposits or payouts; null: no approvals. */
  approval: ApprovalSettings | null;
  wallet: WalletSettings;
  /** The crediting of deposits. */
  deposits: BrandConfig['deposits'];
  /** The review of withdrawals. */
  withdrawals: BrandConfig['withdrawals'];
  /** The acts on money that need a second key's approval; null: none. */
  secondApproval: BrandConfig['secondApproval'];
  /** How providers' settlement files differ from the default format, by connector name. */
  settlements: BrandConfig['settlements'];
  /** Whether the brand takes real money. */
  isLive: boolean;
  connectors: Map<string, Connector>;
  /** Origins of the connectors' pages, to which a popup of the widget may post a payment form. */
  formOrigins: string[];
}

export type Brands = Map<string, Brand>;

/**
 * Loads the brands from `<folder>/brands/*.json`. `${NAME}` in a string is replaced by an
 * environment variable, which is how secrets are set.
 * @throws one error that names every invalid file and field.
 */
export async function loadBrands(folder: string, environment: NodeJS.ProcessEnv): Promise<Brands> {
  const directory = path.join(folder, 'brands');
  const files = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.json'));
  if (files.length === 0)
    throw new Error(`There is no brand in ${directory}. Add a file <product>.json.`);
  const brands: Brands = new Map();
  const problems: string[] = [];
  for (const file of files.sort()) {
    const source = await readFile(path.join(directory, file), 'utf8');
    const { brand, errors } = parseBrand(source, environment);
    problems.push(...errors.map((error) => `  ${file}: ${error}`));
    if (brand === null) continue;
    if (`${brand.id}.json` !== file) problems.push(`  ${file}: product must be the file's name`);
    const twin = [...brands.values()].find((other) => other.token.issuer === brand.token.issuer);
    if (twin) problems.push(`  ${file}: token.issuer is already used by ${twin.id}`);
    brands.set(brand.id, brand);
  }
  if (problems.length > 0) throw new Error(`Brands are misconfigured:\n${problems.join('\n')}`);
  return brands;
}

interface ParsedBrand {
  brand: Brand | null;
  errors: string[];
}

function parseBrand(source: string, environment: NodeJS.ProcessEnv): ParsedBrand {
  const errors: string[] = [];
  let json: unknown;
  try {
    json = fillIn(JSON.parse(source), environment, errors);
  } catch (error) {
    return { brand: null, errors: [`is not JSON: ${(error as Error).message}`] };
  }
  if (errors.length > 0) return { brand: null, errors };
  const parsed = brandConfigSchema.safeParse(json, { error: z.locales.en().localeError });
  if (!parsed.success) {
    return {
      brand: null,
      errors: parsed.error.issues.map(
        (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
      ),
    };
  }
  return buildBrand(parsed.data);
}

function buildBrand(config: BrandConfig): ParsedBrand {
  const connectors = new Map<string, Connector>();
  const formOrigins: string[] = [];
  const errors = findInsecureAddresses(config);
  for (const [name, settings] of Object.entries(config.connectors)) {
    const factory = connectorFactories.get(name);
    if (factory === undefined) {
      errors.push(`connectors.${name}: there is no such connector`);
    } else if (config.mode === 'live' && factory.isSimulated) {
      errors.push(`connectors.${name}: is simulated, and a live brand takes real money`);
    } else {
      const built = factory.build(settings);
      if ('problems' in built) {
        errors.push(...built.problems.map((problem) => `connectors.${name}.${problem}`));
      } else {
        connectors.set(name, built.connector);
        formOrigins.push(...built.formOrigins);
      }
    }
  }
  if (errors.length > 0) return { brand: null, errors };
  const { product, mode, connectors: _, ...kept } = config;
  const brand = { ...kept, id: product, isLive: mode === 'live', connectors, formOrigins };
  return { brand, errors };
}

/**
 * Finds URLs that lack TLS in a live brand: all URLs that move its money, report on it, identify
 * players or give exchange rates must use https.
 */
function findInsecureAddresses(config: BrandConfig): string[] {
  if (config.mode !== 'live') return [];
  return findAddresses(config)
    .filter(([, url]) => URL.parse(url)?.protocol !== 'https:')
    .map(([name]) => `${name}: must be https in a live brand`);
}

/**
 * Lists every URL in the brand's file that the server or players call, by its field; connectors
 * check their own.
 */
function findAddresses(config: BrandConfig): [field: string, url: string][] {
  const { token, webhook, approval, wallet, rates, captcha } = config;
  const addresses: [string, string | undefined][] = [
    ...token.keys.map((key, index): [string, string | undefined] => [
      `token.keys.${index}.jwksUrl`,
      'jwksUrl' in key ? key.jwksUrl : undefined,
    ]),
    ['webhook.url', webhook?.url],
    ['approval.url', approval?.url],
    ['wallet.url', wallet.kind === 'http' ? wallet.url : undefined],
    ['rates.url', rates?.kind === 'http' ? rates.url : undefined],
    ['captcha.apiUrl', captcha.kind === 'altcha' ? undefined : captcha.apiUrl],
    ['captcha.scriptUrl', captcha.kind === 'altcha' ? undefined : captcha.scriptUrl],
  ];
  return addresses.filter((it): it is [string, string] => it[1] !== undefined);
}

/** Replaces `${NAME}` in every string of a JSON value; adds an error per missing variable. */
function fillIn(value: unknown, environment: NodeJS.ProcessEnv, errors: string[]): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const found = environment[name];
      if (found === undefined || found === '') errors.push(`the variable ${name} is not set`);
      return found ?? '';
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, environment, errors));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fillIn(item, environment, errors)]),
    );
  }
  return value;
}
