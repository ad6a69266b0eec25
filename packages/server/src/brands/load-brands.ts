import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { keepEqual } from '../ground/config/keep-equal.ts';
import {
  describeProblem,
  describeUnknown,
  isRecord,
  parseSettings,
  type SettingProblem,
} from '../ground/config/parse-settings.ts';
import { type Account, buildAccounts } from './accounts.ts';
import {
  type ApprovalSettings,
  type BrandConfig,
  brandConfigSchema,
  type WebhookSettings,
} from './brand-config.ts';
import {
  type BrandFile,
  describeNoBrand,
  fillIn,
  readBrandFiles,
  withoutConsequences,
} from './brand-files.ts';
import type { CaptchaSettings } from './captcha-settings.ts';
import type { RetentionSettings } from './retention-settings.ts';
import type { WalletSettings } from './wallet-settings.ts';

/** A brand with its settings and accounts. */
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
  /** The operator's support for players; null: none. */
  supportUrl: string | null;
  /** Whether a brand without statistics of payments gets simulated ones. */
  sampleHistory: boolean;
  /** Whether empty pools of the operator's own accounts get simulated ones. */
  sampleRequisites: boolean;
  rates: BrandConfig['rates'];
  captcha: CaptchaSettings;
  /** What providers get of a player besides the device and the country. */
  playerData: BrandConfig['playerData'];
  retention: RetentionSettings;
  /** The operator's webhook endpoint; null: no webhooks. */
  webhook: WebhookSettings | null;
  /** The endpoint that approves deposits or payouts; null: no approvals. */
  approval: ApprovalSettings | null;
  wallet: WalletSettings;
  /** The crediting of deposits. */
  deposits: BrandConfig['deposits'];
  /** Invoices to the operator's own accounts. */
  invoices: BrandConfig['invoices'];
  /** Players' claims that they have paid and nothing was credited. */
  claims: BrandConfig['claims'];
  /** The keys that sign receipts; null: receipts have no signature. */
  receipts: BrandConfig['receipts'];
  /** The review of withdrawals. */
  withdrawals: BrandConfig['withdrawals'];
  /** The acts on money that need a second key's approval; null: none. */
  secondApproval: BrandConfig['secondApproval'];
  /** The accounts whose uploaded files are the bank's own word. */
  signedFiles: BrandConfig['signedFiles'];
  /** How providers' settlement files differ from the default format, by account. */
  settlements: BrandConfig['settlements'];
  /** How bank statements in CSV differ from the default format, by account. */
  statements: BrandConfig['statements'];
  /** Whether the brand takes real money. */
  isLive: boolean;
  /** The operator's accounts at providers, by name. */
  accounts: Map<string, Account>;
  /** Origins of the providers' pages, to which a popup of the widget may post a payment form. */
  formOrigins: string[];
}

export type Brands = Map<string, Brand>;

/** The content of each brand's file, with its variables filled in. */
const fileOf = new WeakMap<Brand, unknown>();

/**
 * Loads the brands from `<folder>/brands/*.json`. `${NAME}` in a string is replaced by an
 * environment variable, which is how secrets are set.
 * @throws one error that names every problem of every file: unknown and invalid settings, those of
 *   connectors included, and variables that aren't set.
 */
export async function loadBrands(folder: string, environment: NodeJS.ProcessEnv): Promise<Brands> {
  const { brands, problems } = await readBrands(folder, environment, new Map());
  if (problems.length > 0) throw misconfigured(problems);
  return brands;
}

/** Builds the error that names every problem of the brands' files, one line each. */
export function misconfigured(problems: readonly string[]): Error {
  const lines = problems.map((problem) => `  ${problem}`);
  return new Error(`Brands are misconfigured:\n${lines.join('\n')}`);
}

/**
 * Reads the brands' files, perhaps again: a brand whose file is the same as before is the same
 * object, and of another one the settings that are equal.
 * @returns the brands whose files are right, the products of all files, and every problem
 */
export async function readBrands(
  folder: string,
  environment: NodeJS.ProcessEnv,
  before: Brands,
): Promise<{ brands: Brands; products: string[]; problems: string[] }> {
  const brands: Brands = new Map();
  const issuers = new Map<string, string>();
  const problems: string[] = [];
  const files = await readBrandFiles(folder);
  if (files.length === 0) problems.push(describeNoBrand(folder));
  for (const file of files) {
    const { brand, errors } = parseBrand(file, environment, issuers, before);
    problems.push(...errors.map((error) => `${file.name}: ${error}`));
    if (brand !== null) brands.set(brand.id, brand);
  }
  problems.push(...findSharedKeys(brands));
  const products = files.map(({ name }) => path.basename(name, '.json'));
  return { brands, products, problems };
}

/**
 * Finds keys that two brands or two accounts derive addresses from: both would give the same ones to
 * their players.
 */
function findSharedKeys(brands: Brands): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const { id, accounts } of brands.values()) {
    for (const { name, rails } of accounts.values()) {
      const own = `the account "${name}" of "${id}"`;
      for (const { keyId, blockchain } of rails.values()) {
        const owner = owners.get(keyId) ?? own;
        owners.set(keyId, owner);
        if (owner === own) continue;
        problems.push(`${id}.json: ${name}: the key of ${blockchain} is one of ${owner}, too`);
      }
    }
  }
  return problems;
}

interface ParsedBrand {
  brand: Brand | null;
  errors: string[];
}

/** Parses one file, and adds its issuer to those in use, with the file's name. */
function parseBrand(
  { name, content }: BrandFile,
  environment: NodeJS.ProcessEnv,
  issuers: Map<string, string>,
  before: Brands,
): ParsedBrand {
  if (!content.isJson) return { brand: null, errors: [content.problem] };
  const unset: SettingProblem[] = [];
  const value = fillIn(content.value, environment, '', unset);
  const parsed = parseSettings(brandConfigSchema, value);
  const isLive = settingAt(value, 'mode') === 'live';
  const { accounts, formOrigins, problems } = buildAccounts(value, isLive);
  const all = withoutConsequences(unset, [
    ...(parsed.isValid ? [] : parsed.problems),
    ...findNameProblems(name, value, issuers),
    ...findInsecureAddresses(value),
    ...findUnknownProviders(value),
    ...findAccountsWithoutInvoices(value, accounts),
    ...findUnsigned(value, accounts),
    ...(isLive ? findSamples(value) : []),
    ...problems,
  ]);
  const errors = [...new Set(all.map(describeProblem))];
  if (!parsed.isValid || errors.length > 0) return { brand: null, errors };
  const { product, mode: _, connectors: __, ...kept } = parsed.settings;
  const known = before.get(product);
  if (known !== undefined && isDeepStrictEqual(fileOf.get(known), value)) {
    return { brand: known, errors };
  }
  const settings = keepEqual(known, kept);
  const brand = { ...settings, id: product, isLive, accounts, formOrigins };
  fileOf.set(brand, value);
  return { brand, errors };
}

/** Finds settings that simulate what a live brand must measure or own. */
function findSamples(value: unknown): SettingProblem[] {
  const message = 'is simulated, and a live brand takes real money';
  return ['sampleHistory', 'sampleRequisites']
    .filter((path) => settingAt(value, path) === true)
    .map((path) => ({ path, message }));
}

/* The rules below read the file as it is, so that an invalid setting elsewhere hides no problem. */

/** Returns the setting at a path such as `webhook.url`; undefined if there is none. */
function settingAt(value: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), value);
}

/** Returns the place of an account in its brand's file: `connectors.sandbox`. */
export function placeOfAccount(brand: Brand, name: string): string {
  const connectors = settingAt(fileOf.get(brand), 'connectors');
  const isThere = isRecord(connectors) && Object.hasOwn(connectors, name);
  return `${isThere ? 'connectors' : 'accounts'}.${name}`;
}

function findNameProblems(
  file: string,
  value: unknown,
  issuers: Map<string, string>,
): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const product = settingAt(value, 'product');
  if (typeof product === 'string' && `${product}.json` !== file) {
    problems.push({ path: 'product', message: "must be the file's name" });
  }
  const issuer = settingAt(value, 'token.issuer');
  if (typeof issuer !== 'string' || issuer === '') return problems;
  const twin = issuers.get(issuer);
  if (twin !== undefined) {
    problems.push({ path: 'token.issuer', message: `is already used by ${twin}` });
  }
  issuers.set(issuer, file);
  return problems;
}

/** Finds formats of files of accounts that the brand doesn't have: no file would have them. */
function findUnknownProviders(value: unknown): SettingProblem[] {
  const names = (place: string) => {
    const found = settingAt(value, place);
    return isRecord(found) ? Object.keys(found) : [];
  };
  const accounts = [...names('connectors'), ...names('accounts')];
  return ['settlements', 'statements'].flatMap((place) =>
    names(place)
      .filter((name) => !accounts.includes(name))
      .map((name) => ({
        path: `${place}.${name}`,
        message: describeUnknown('account in this file', name, accounts),
      })),
  );
}

/** Finds accounts whose odd amounts would be credited, and that give nobody an invoice. */
function findAccountsWithoutInvoices(
  value: unknown,
  accounts: ReadonlyMap<string, Account>,
): SettingProblem[] {
  const place = 'invoices.creditOddAmounts';
  const named = settingAt(value, place);
  return (Array.isArray(named) ? named : []).flatMap((name: unknown, index) =>
    typeof name === 'string' && accounts.get(name)?.usesRequisites !== true
      ? [{ path: `${place}.${index}`, message: 'must be an account of the connector "requisites"' }]
      : [],
  );
}

/** Finds accounts named in `signedFiles` that take no file of a bank. */
function findUnsigned(value: unknown, accounts: ReadonlyMap<string, Account>): SettingProblem[] {
  const named = settingAt(value, 'signedFiles');
  if (!Array.isArray(named)) return [];
  const takesFiles = ({ usesRequisites, connector }: Account) =>
    usesRequisites || connector.payoutFile !== undefined;
  const possible = [...accounts.values()].filter(takesFiles).map(({ name }) => name);
  return named.flatMap((name: unknown, index) =>
    typeof name !== 'string' || possible.includes(name)
      ? []
      : [
          {
            path: `signedFiles.${index}`,
            message: describeUnknown('account with files of a bank', name, possible),
          },
        ],
  );
}

/**
 * Finds URLs that lack TLS in a live brand: all URLs that move its money, report on it, identify
 * players or give exchange rates must use https. Connectors check their own.
 */
function findInsecureAddresses(value: unknown): SettingProblem[] {
  if (settingAt(value, 'mode') !== 'live') return [];
  const keys = settingAt(value, 'token.keys');
  const addresses = [
    ...(Array.isArray(keys) ? keys : []).map((key: unknown, index) => ({
      path: `token.keys.${index}.jwksUrl`,
      url: settingAt(key, 'jwksUrl'),
    })),
    ...['webhook.url', 'approval.url', 'rates.url', 'captcha.apiUrl', 'captcha.scriptUrl'].map(
      (path) => ({ path, url: settingAt(value, path) }),
    ),
    ...(settingAt(value, 'wallet.kind') === 'http'
      ? [{ path: 'wallet.url', url: settingAt(value, 'wallet.url') }]
      : []),
  ];
  const protocolOf = (url: unknown) => (typeof url === 'string' ? URL.parse(url)?.protocol : null);
  // Support may also be a chat or a mailbox.
  const isSupportOpen = protocolOf(settingAt(value, 'supportUrl')) === 'http:';
  return [
    ...addresses.filter(({ url }) => {
      const protocol = protocolOf(url) ?? 'https:';
      return protocol !== 'https:';
    }),
    ...(isSupportOpen ? [{ path: 'supportUrl' }] : []),
  ].map(({ path }) => ({ path, message: 'must be https in a live brand' }));
}
