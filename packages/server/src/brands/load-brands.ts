import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { keepEqual } from '../ground/config/keep-equal.ts';
import {
  describeProblem,
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
import { findFileProblems, settingAt } from './file-problems.ts';
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
  /** Help for players who have excluded themselves. */
  helpLines: BrandConfig['helpLines'];
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
    ...findFileProblems(name, value, { accounts, issuers, isLive }),
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

/** Returns the place of an account in its brand's file: `connectors.sandbox`. */
export function placeOfAccount(brand: Brand, name: string): string {
  const connectors = settingAt(fileOf.get(brand), 'connectors');
  const isThere = isRecord(connectors) && Object.hasOwn(connectors, name);
  return `${isThere ? 'connectors' : 'accounts'}.${name}`;
}
