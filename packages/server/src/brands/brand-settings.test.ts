import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { brandConfigSchema } from './brand-config.ts';
import { loadBrands } from './load-brands.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-brands-'));
  await mkdir(path.join(folder, 'brands'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Loads the files and returns the lines of the refusal. */
async function problemsOf(
  files: Record<string, unknown>,
  environment: NodeJS.ProcessEnv = {},
): Promise<string[]> {
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(path.join(folder, 'brands', name), text);
  }
  const refusal = await loadBrands(folder, environment).then(
    () => '',
    (error: Error) => error.message,
  );
  return refusal.split('\n').map((line) => line.trim());
}

/** An object of settings anywhere in a brand's file. */
interface Level {
  path: string;
  keys: string[];
  /** The words that choose this object from a union: `{"kind": "geetest"}`. */
  words: Record<string, unknown>;
  /** Whether it takes any name. */
  isLoose: boolean;
  /** Whether a brand's file shows which object of a union was meant. */
  isCertain: boolean;
  /** Returns a brand's file with this object. */
  wrap: (level: object) => object;
}

/** Lists every object of the schema, those in arrays, records and unions included. */
function listLevels(
  schema: z.core.$ZodType,
  place: Pick<Level, 'path' | 'isCertain'> & { wrap: (value: unknown) => object },
): Level[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (key: string, wrap: (value: unknown) => unknown) => ({
    ...place,
    path: place.path === '' ? key : `${place.path}.${key}`,
    wrap: (value: unknown) => place.wrap(wrap(value)),
  });
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return listLevels(def.innerType, place);
    case 'array':
      return listLevels(
        def.element,
        inside('0', (item) => [item]),
      );
    case 'record':
      return listLevels(
        def.valueType,
        inside('sandbox', (item) => ({ sandbox: item })),
      );
    case 'union': {
      const isCertain = 'discriminator' in def;
      return def.options.flatMap((option) => listLevels(option, { ...place, isCertain }));
    }
    case 'object': {
      const words = Object.fromEntries(
        Object.entries(def.shape).flatMap(([key, { _zod }]) => {
          const { def: own } = _zod as z.core.$ZodTypes['_zod'];
          return own.type === 'literal' ? [[key, own.values[0]]] : [];
        }),
      );
      const isLoose = def.catchall?._zod.def.type === 'unknown';
      const level = { ...place, keys: Object.keys(def.shape), words, isLoose };
      return [
        level,
        ...Object.entries(def.shape).flatMap(([key, child]) =>
          listLevels(
            child,
            inside(key, (value) => ({ ...words, [key]: value })),
          ),
        ),
      ];
    }
    default:
      return [];
  }
}

const levels = listLevels(brandConfigSchema, {
  path: '',
  isCertain: true,
  wrap: (value) => value as object,
});

test('only a published key takes settings of any name', () => {
  expect(levels.length).toBeGreaterThan(20);
  expect(levels.filter(({ isLoose }) => isLoose).map(({ path: at }) => at)).toEqual([
    'token.keys.0.jwk',
  ]);
});

test("settings.md names each setting of a brand's file, and no other", async () => {
  const docs = path.resolve(import.meta.dirname, '../../../../docs');
  const guide = await readFile(path.join(docs, 'settings.md'), 'utf8');
  const tables = guide.split('### Fields')[1]?.split('\n### ')[0] ?? '';
  const rows = tables.split('\n').flatMap((line) => /^\| (`[^|]+)\|/.exec(line)?.[1] ?? []);
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const parents = levels.filter(({ path: at }) => at !== '' && !at.includes('.'));
  const all = [
    ...Object.keys(brandConfigSchema.shape).filter(
      (key) => !parents.some(({ path: at }) => at === key),
    ),
    ...parents.flatMap(({ path: at, keys }) => keys.map((key) => `${at}.${key}`)),
  ];
  expect([...named].sort()).toEqual([...new Set(all)].sort());
  // The settings further inside have sections of their own.
  const sections = guide + (await readFile(path.join(docs, 'operator-guide.md'), 'utf8'));
  const inner = levels
    .filter(({ path: at, isLoose }) => at.includes('.') && !isLoose)
    .flatMap(({ keys }) => keys);
  expect(inner.filter((key) => !new RegExp(`\\b${key}\\b`).test(sections))).toEqual([]);
});

test.each(
  levels
    .filter(({ isLoose }) => !isLoose)
    .map((level) => ({
      ...level,
      name: `${level.path || 'the file'} ${JSON.stringify(level.words)}`,
    })),
)('refuses each misspelt setting of $name', async ({ path: at, keys, words, isCertain, wrap }) => {
  const free = keys.filter((key) => !Object.hasOwn(words, key));
  const misspelt = Object.fromEntries(free.map((key) => [`${key}x`, 0]));
  const problems = await problemsOf({ 'casino.json': wrap({ ...words, ...misspelt }) });
  for (const key of free) {
    const place = at === '' ? `${key}x` : `${at}.${key}x`;
    const hint = isCertain ? `; did you mean "${key}"?` : '';
    const refusal = `casino.json: ${place}: there is no such setting${hint}`;
    expect(problems).toContainEqual(expect.stringContaining(refusal));
  }
});

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: brands name environment variables so */

test('reports all problems of all files at once', async () => {
  const key = { alg: 'HS256', kid: 'k1', secret: '${TOKEN_SECRET}' };
  const token = { issuer: 'one', audience: 'kassa', keys: [key] };
  const brand = { name: 'One', mode: 'live', token, allowedOrigins: ['https://one.example'] };
  const problems = await problemsOf(
    {
      'one.json': {
        ...brand,
        product: 'one',
        aproval: null,
        rates: { kind: 'http', url: 'http://rates.example' },
        settlements: { sandbx: {} },
        connectors: {
          sandbox: {
            apiUrl: '${SANDBOX_URL}/api',
            apiKey: 'short',
            webhookSecret: 's',
            timeoutMS: 1,
          },
          pixx: {},
          pix: { key: 'no key', merchantName: 'One', city: 'Rio', bankUrl: 'https://bank.example' },
        },
      },
      'second.json': {
        ...brand,
        product: 'two',
        token: { ...token, keys: [{ ...key, kidd: 'k1' }] },
        captcha: { kind: 'recaptcha', apiUrl: 'nowhere' },
        connectors: {},
      },
      'third.json': '{"product":',
      'third.jsn': '{}',
    },
    { SANDBOX_URL: '' },
  );
  expect(problems.sort()).toEqual(
    [
      'Brands are misconfigured:',
      'one.json: token.keys.0.secret: the variable TOKEN_SECRET is not set',
      'one.json: connectors.sandbox.apiUrl: the variable SANDBOX_URL is not set',
      'one.json: aproval: there is no such setting; did you mean "approval"?',
      'one.json: rates.url: must be https in a live brand',
      'one.json: settlements.sandbx: there is no such account in this file; did you mean "sandbox"?',
      'one.json: connectors.pixx: there is no such connector; did you mean "pix"?',
      'one.json: connectors.sandbox: is simulated, and a live brand takes real money',
      'one.json: connectors.sandbox.apiKey: Too small: expected string to have >=16 characters',
      'one.json: connectors.sandbox.webhookSecret: Too small: expected string to have >=16 characters',
      'one.json: connectors.sandbox.timeoutMS: there is no such setting; did you mean "timeoutMs"?',
      'one.json: connectors.pix.key: must be a Pix key',
      'one.json: connectors.pix.webhookSecret: Invalid input: expected string, received undefined',
      'one.json: connectors.pix.bankToken: and bankUrl must be set together',
      "second.json: product: must be the file's name",
      'second.json: token.issuer: is already used by one.json',
      'second.json: token.keys.0.secret: the variable TOKEN_SECRET is not set',
      'second.json: token.keys.0.kidd: there is no such setting; did you mean "kid"?',
      'second.json: captcha.apiUrl: Invalid URL',
      'second.json: captcha: needs "v2", "v3" or both',
      'third.jsn: is not a brand: a file here is named <product>.json',
      'third.json: is not JSON',
    ].sort(),
  );
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: brands name environment variables so */

const keys = {
  apiUrl: 'http://localhost:4200',
  apiKey: 'an api key of the sandbox',
  webhookSecret: 'a secret of the sandbox',
};
const account = { connector: 'sandbox', settings: keys };

test.each([
  [
    'an unknown connector',
    { eu: { ...account, connector: 'sandbx' } },
    'eu.connector: there is no such connector; did you mean "sandbox"?',
  ],
  [
    "an invalid setting of the account's own",
    { eu: { ...account, settings: { ...keys, apiKey: 'short' } } },
    'eu.settings.apiKey: Too small: expected string to have >=16 characters',
  ],
  [
    'no settings',
    { eu: { connector: 'sandbox' } },
    'eu.settings: Invalid input: expected object, received undefined',
  ],
  ['the name of another connector', { pix: account }, 'pix: has the name of another connector'],
  ['a name of `connectors`', { sandbox: account }, 'sandbox: stands in "connectors", too'],
  [
    'a name that no address can have',
    { 'EU 1': account },
    'EU 1: must be the name of an account such as "acme-pay-eu"',
  ],
])('refuses an account with %s', async (_, accounts, problem) => {
  const brand = { mode: 'test', connectors: { sandbox: keys }, accounts };
  const problems = await problemsOf({ 'casino.json': brand });
  expect(problems.filter((line) => line.includes('accounts.'))).toEqual([
    `casino.json: accounts.${problem}`,
  ]);
});

test('refuses a simulated account in a live brand', async () => {
  const problems = await problemsOf({
    'casino.json': { mode: 'live', connectors: {}, accounts: { eu: account } },
  });
  expect(problems).toContain(
    'casino.json: accounts.eu.connector: is simulated, and a live brand takes real money',
  );
});

test('takes the endpoint of a wallet that is switched off', async () => {
  const problems = await problemsOf({
    'casino.json': { wallet: { kind: 'ledger', url: 'https://casino.example/wallet' } },
  });
  expect(problems.filter((problem) => problem.includes('wallet'))).toEqual([]);
});
