import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBrands } from './load-brands.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-brands-'));
  await mkdir(path.join(folder, 'brands'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const good = {
  product: 'casino',
  name: 'Casino',
  mode: 'test',
  token: {
    issuer: 'casino',
    audience: 'kassa',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: brands name environment variables so
    keys: [{ alg: 'HS256', kid: 'k1', secret: '${TOKEN_SECRET}' }],
  },
  allowedOrigins: ['https://casino.example'],
  connectors: {
    sandbox: {
      apiUrl: 'http://localhost:4200',
      apiKey: 'an api key of the sandbox',
      webhookSecret: 'a secret of the sandbox',
    },
  },
};

const secret = 'whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGhlIHRlc3Rz';
const endpoint = { url: 'https://casino.example/kassa', secrets: [secret] };
const plainEndpoint = { ...endpoint, url: 'http://casino.internal/kassa' };

const remoteKey = { alg: 'EdDSA', jwksUrl: 'http://casino.example/keys.json' };
const geetest = {
  kind: 'geetest',
  captchaId: 'id',
  captchaKey: 'a key of it',
  apiUrl: 'http://geetest.example',
};
const recaptcha = {
  kind: 'recaptcha',
  v2: { siteKey: 'site', secret: 'a secret of it' },
  apiUrl: 'http://recaptcha.example',
};
/** Only the script is loaded over plain HTTP. */
const plainScript = { apiUrl: 'https://api.example', scriptUrl: 'http://script.example/api.js' };

const environment = { TOKEN_SECRET: 'a secret with more than 32 characters' };

const write = (name: string, content: unknown) =>
  writeFile(
    path.join(folder, 'brands', name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

test('reads a brand, with its secrets from the environment', async () => {
  await write('casino.json', good);
  const brand = (await loadBrands(folder, environment)).get('casino');
  expect(brand?.token.keys).toEqual([
    { alg: 'HS256', kid: 'k1', secret: environment.TOKEN_SECRET },
  ]);
  expect([...(brand?.accounts.keys() ?? [])]).toEqual(['sandbox']);
  expect(brand?.formOrigins).toEqual(['http://localhost:4200']);
  expect(brand).toMatchObject({ isLive: false, debugHooks: false, vpnHint: false });
});

test('reads several accounts of one connector, one of them off', async () => {
  const settings = { ...good.connectors.sandbox, apiUrl: 'http://localhost:4201' };
  const accounts = {
    'sandbox-eu': { connector: 'sandbox', settings },
    'sandbox-old': { connector: 'sandbox', isOff: true, settings },
  };
  await write('casino.json', { ...good, accounts, settlements: { 'sandbox-eu': {} } });
  const brand = (await loadBrands(folder, environment)).get('casino');
  const named = [...(brand?.accounts.values() ?? [])].map(({ name, connectorName, isOn }) => ({
    name,
    connectorName,
    isOn,
  }));
  expect(named).toEqual([
    { name: 'sandbox', connectorName: 'sandbox', isOn: true },
    { name: 'sandbox-eu', connectorName: 'sandbox', isOn: true },
    { name: 'sandbox-old', connectorName: 'sandbox', isOn: false },
  ]);
  expect(brand?.formOrigins).toEqual(['http://localhost:4200', 'http://localhost:4201']);
});

test('takes files as signed only of accounts that have files of a bank', async () => {
  const signedFiles = ['own', 'sandbox', 'oen'];
  const accounts = { own: { connector: 'requisites', settings: {} } };
  await write('casino.json', { ...good, accounts, signedFiles });
  await expect(loadBrands(folder, environment)).rejects.toThrow(
    [
      'Brands are misconfigured:',
      '  casino.json: signedFiles.1: there is no such account with files of a bank',
      '  casino.json: signedFiles.2: there is no such account with files of a bank; did you mean "own"?',
    ].join('\n'),
  );
  await write('casino.json', { ...good, accounts, signedFiles: ['own'] });
  const brand = (await loadBrands(folder, environment)).get('casino');
  expect(brand?.signedFiles).toEqual(['own']);
});

test('allows debug hooks for every brand, live ones included', async () => {
  await write('casino.json', { ...good, mode: 'live', connectors: {}, debugHooks: true });
  const brand = (await loadBrands(folder, environment)).get('casino');
  expect(brand).toMatchObject({ isLive: true, debugHooks: true });
});

test("by default sends no webhooks, requests no approvals and uses Kassa's ledger", async () => {
  await write('casino.json', good);
  const brand = (await loadBrands(folder, environment)).get('casino');
  expect(brand).toMatchObject({ webhook: null, approval: null, wallet: { kind: 'ledger' } });
});

test("reads the operator's endpoints, with default timeouts", async () => {
  const wallet = { kind: 'http', ...plainEndpoint, timeoutMs: 900 };
  const approval = { ...endpoint, payouts: true };
  await write('casino.json', { ...good, webhook: endpoint, approval, wallet });
  expect((await loadBrands(folder, environment)).get('casino')).toMatchObject({
    webhook: { ...endpoint, timeoutMs: 10_000 },
    approval: { ...endpoint, timeoutMs: 3000, deposits: false, payouts: true },
    wallet,
  });
});

test.each([
  ['broken JSON', '{"product":', 'casino.json: is not JSON'],
  ['another product than its file', { ...good, product: 'other' }, "must be the file's name"],
  [
    'an origin with a path',
    { ...good, allowedOrigins: ['https://a.example/x'] },
    'allowedOrigins.0',
  ],
  ['no origin', { ...good, allowedOrigins: [] }, 'allowedOrigins'],
  [
    'a short secret',
    { ...good, token: { ...good.token, keys: [{ alg: 'HS256', kid: 'k', secret: 'short' }] } },
    'token.keys.0',
  ],
  [
    'an algorithm that takes no key',
    { ...good, token: { ...good.token, keys: [{ alg: 'none', kid: 'k', secret: 'x' }] } },
    'token.keys.0',
  ],
  ['debug hooks that are neither on nor off', { ...good, debugHooks: 'yes' }, 'debugHooks'],
  ['a captcha of no kind', { ...good, captcha: { kind: 'none' } }, 'captcha'],
  ['things kept for less than it takes', { ...good, retention: { sealedFields: 1 } }, 'retention'],
  [
    'data of players that nobody knows',
    { ...good, playerData: { send: ['iq'] } },
    'playerData.send',
  ],
  [
    'a misspelt setting of it',
    { ...good, playerData: { fromWalet: true } },
    'playerData.fromWalet',
  ],
  ['retention of what nobody knows', { ...good, retention: { ledger: 30 } }, 'retention'],
  ['a second approval without amounts', { ...good, secondApproval: {} }, 'secondApproval.upTo'],
  [
    'a second approval with a misspelt field',
    { ...good, secondApproval: { upTo: {}, from: {} } },
    'secondApproval',
  ],
  [
    'a second approval with a number',
    { ...good, secondApproval: { upTo: { EUR: 1000 } } },
    'secondApproval.upTo.EUR',
  ],
  [
    'a second approval in no currency',
    { ...good, secondApproval: { upTo: { eur: '1000' } } },
    'secondApproval.upTo',
  ],
  [
    'a negative amount for a second approval',
    { ...good, secondApproval: { upTo: { EUR: '-1' } } },
    'secondApproval.upTo.EUR',
  ],
  ['a misspelt setting', { ...good, secondAproval: null }, 'secondAproval'],
  ['a misspelt setting of deposits', { ...good, deposits: { settleDebt: false } }, 'settleDebt'],
  ['a factor below 1', { ...good, deposits: { ceilingFactor: '0.9' } }, 'deposits.ceilingFactor'],
  ['an unknown connector', { ...good, connectors: { stripe: {} } }, 'connectors.stripe'],
  [
    "a connector's missing key",
    { ...good, connectors: { sandbox: { apiUrl: 'http://localhost:1' } } },
    'connectors.sandbox.apiKey',
  ],
  ['a webhook without a secret', { ...good, webhook: { ...endpoint, secrets: [] } }, 'webhook.sec'],
  [
    'a secret that is too short',
    { ...good, webhook: { ...endpoint, secrets: ['whsec_c2hvcnQ='] } },
    'webhook.secrets.0',
  ],
  [
    'a password in an address',
    { ...good, webhook: { ...endpoint, url: 'https://me:pw@casino.example/' } },
    'webhook.url',
  ],
  [
    'an approval that a player would wait too long for',
    { ...good, approval: { ...endpoint, timeoutMs: 5001 } },
    'approval.timeoutMs',
  ],
  [
    'an approval of nothing',
    { ...good, approval: endpoint },
    'approval: names neither deposits nor payouts',
  ],
  [
    'the id of a key beside the address of all keys',
    { ...good, token: { ...good.token, keys: [{ ...remoteKey, kid: 'k1' }] } },
    'token.keys.0.kid: belongs to a "jwk" or "secret"',
  ],
  [
    'a support that runs a script',
    { ...good, supportUrl: 'javascript:help()' },
    'supportUrl: must',
  ],
  [
    'a help line that is a plain page',
    { ...good, helpLines: [{ name: { en: 'Help' }, url: 'http://help.example' }] },
    'helpLines.0.url: must be',
  ],
  [
    'a help line that runs a script',
    { ...good, helpLines: [{ name: { en: 'Help' }, url: 'javascript:help()' }] },
    'helpLines.0.url: must be',
  ],
  [
    'a help line without the slashes of its page',
    { ...good, helpLines: [{ name: { en: 'Help' }, url: 'https:help.example' }] },
    'helpLines.0.url: must be',
  ],
  [
    'a help line without an English name',
    { ...good, helpLines: [{ name: { de: 'Hilfe' }, url: 'tel:0800-111' }] },
    'helpLines.0.name: must have an English name',
  ],
  [
    'a help line for no country',
    { ...good, helpLines: [{ name: { en: 'Help' }, url: 'tel:0800-111', countries: ['usa'] }] },
    'helpLines.0.countries.0',
  ],
  [
    'a support without the slashes of its page',
    { ...good, supportUrl: 'https:help.example' },
    'supportUrl: must be',
  ],
  [
    "a captcha's script without the slashes of its address",
    { ...good, captcha: { ...geetest, scriptUrl: 'https:captcha.example/a.js' } },
    'captcha.scriptUrl: must be',
  ],
  ['a support without an address', { ...good, supportUrl: 'help' }, 'supportUrl: must be'],
  ['a wallet of no known kind', { ...good, wallet: { kind: 'paper' } }, 'wallet'],
  ['the sandbox in a live brand', { ...good, mode: 'live' }, 'is simulated'],
  [
    'a simulated history in a live brand',
    { ...good, mode: 'live', connectors: {}, sampleHistory: true },
    'sampleHistory: is simulated, and a live brand takes real money',
  ],
  [
    'simulated accounts in a live brand',
    { ...good, mode: 'live', connectors: {}, sampleRequisites: true },
    'sampleRequisites: is simulated, and a live brand takes real money',
  ],
])('refuses %s, naming file and field', async (_, content, message) => {
  await write('casino.json', content);
  await expect(loadBrands(folder, environment)).rejects.toThrow(message);
});

test.each([
  ['webhook.url', { webhook: plainEndpoint }],
  ['approval.url', { approval: { ...plainEndpoint, deposits: true } }],
  ['wallet.url', { wallet: { kind: 'http', ...plainEndpoint } }],
  ['rates.url', { rates: { kind: 'http', url: 'http://rates.example/latest' } }],
  ['supportUrl', { supportUrl: 'http://casino.example/help' }],
  ['captcha.apiUrl', { captcha: geetest }],
  ['captcha.apiUrl', { captcha: recaptcha }],
  ['captcha.scriptUrl', { captcha: { ...geetest, ...plainScript } }],
  ['captcha.scriptUrl', { captcha: { ...recaptcha, ...plainScript } }],
  ['token.keys.0.jwksUrl', { token: { ...good.token, keys: [remoteKey] } }],
  ['token.keys.1.jwksUrl', { token: { ...good.token, keys: [...good.token.keys, remoteKey] } }],
])("refuses a live brand's %s without TLS", async (field, part) => {
  const live = { ...good, mode: 'live', connectors: {}, ...part };
  await write('casino.json', live);
  const refusal = `casino.json: ${field}: must be https in a live brand`;
  await expect(loadBrands(folder, environment)).rejects.toThrow(refusal);
  await write('casino.json', { ...live, mode: 'test' });
  expect((await loadBrands(folder, environment)).size).toBe(1);
  await write('casino.json', JSON.stringify(live).replaceAll('http:', 'https:'));
  expect((await loadBrands(folder, environment)).get('casino')?.isLive).toBe(true);
});

test.each([
  'https://casino.example/help',
  'tg://resolve?domain=help',
  'mailto:help@casino.example',
])('takes %s as the support of a live brand', async (supportUrl) => {
  await write('casino.json', { ...good, mode: 'live', connectors: {}, supportUrl });
  const brands = await loadBrands(folder, environment);
  expect(brands.get('casino')?.supportUrl).toBe(supportUrl);
});

test('refuses a variable that is not set, naming it', async () => {
  await write('casino.json', good);
  await expect(loadBrands(folder, {})).rejects.toThrow('TOKEN_SECRET is not set');
});

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: brands name environment variables so */

test.each([
  '${TOKEN-SECRET}',
  '${ TOKEN_SECRET }',
  '${TOKEN_SECRET:-}',
  '${',
  '${TOKEN_SECRET}${}',
])('refuses %s, which is no variable, instead of taking it as the secret', async (text) => {
  const key = { alg: 'HS256', kid: 'k1', secret: `${text} and at least 32 characters` };
  await write('casino.json', { ...good, token: { ...good.token, keys: [key] } });
  const refusal = 'casino.json: token.keys.0.secret: has a "${" that begins no variable';
  await expect(loadBrands(folder, environment)).rejects.toThrow(refusal);
});

test('takes a secret that contains what looks like a variable', async () => {
  const TOKEN_SECRET = 'a secret with ${ and ${NAME}, more than 32 characters';
  await write('casino.json', good);
  const brand = (await loadBrands(folder, { TOKEN_SECRET })).get('casino');
  expect(brand?.token.keys).toMatchObject([{ secret: TOKEN_SECRET }]);
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: brands name environment variables so */

test('refuses two brands with one issuer, and a folder without brands', async () => {
  await expect(loadBrands(folder, environment)).rejects.toThrow('There is no brand');
  await write('casino.json', good);
  await write('twin.json', { ...good, product: 'twin' });
  await expect(loadBrands(folder, environment)).rejects.toThrow('token.issuer');
});
