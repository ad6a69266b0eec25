import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

test('every setting has a default', () => {
  expect(parseConfig({})).toMatchObject({
    host: 'localhost',
    port: 4100,
    operatorHost: 'localhost',
    operatorPort: 4110,
    publicUrl: 'http://localhost:4100',
    widgetFolder: expect.stringMatching(/packages.widget.dist$/),
    databaseUrl: null,
    databaseDirectUrl: null,
    redisUrl: null,
    rateLimitScale: 1,
    drainLeadSeconds: 1,
    arePayoutsHeld: false,
  });
});

test('trusts exactly the configured proxies', () => {
  expect(parseConfig({}).isTrustedProxy('127.0.0.1', 0)).toBe(false);
  const { isTrustedProxy } = parseConfig({ TRUST_PROXY: '10.0.0.0/8' });
  expect(isTrustedProxy('10.1.2.3', 0)).toBe(true);
  expect(isTrustedProxy('127.0.0.1', 0)).toBe(false);
});

test('treats empty variables as unset, and removes the slash of an origin', () => {
  const config = parseConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: 'https://pay.example/' });
  expect(config).toMatchObject({
    port: 4100,
    databaseUrl: null,
    publicUrl: 'https://pay.example',
  });
});

test('normalizes its own origin like browsers do', () => {
  expect(parseConfig({ PORT: '80' }).publicUrl).toBe('http://localhost');
  expect(parseConfig({ PORT: '04100' }).publicUrl).toBe('http://localhost:4100');
});

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  // Browsers and Node's `fetch` refuse these ports (X11, SIP).
  ['PORT', '6000'],
  ['OPERATOR_PORT', '5060'],
  ['OPERATOR_PORT', '4100'],
  ['OPERATOR_HOST', 'http://localhost'],
  ['HOST', 'localhost:4100'],
  ['PUBLIC_URL', 'pay.example'],
  ['PUBLIC_URL', 'https://pay.example/cashier'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['TRUST_PROXY', 'all'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['RATE_LIMIT_SCALE', '0'],
  ['RATE_LIMIT_SCALE', '-1'],
  ['RATE_LIMIT_SCALE', 'off'],
  ['DRAIN_LEAD_SECONDS', '61'],
  ['HOLD_PAYOUTS', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['KASSA_DATA_KEYS', 'secret'],
])('refuses %s=%s and names the setting', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`  ${name} `);
});

test("the operator's port follows the players' port", () => {
  expect(parseConfig({ PORT: '8080' }).operatorPort).toBe(8090);
  expect(parseConfig({ PORT: '8080', OPERATOR_PORT: '0' }).operatorPort).toBe(0);
  expect(parseConfig({ PORT: '0' })).toMatchObject({ port: 0, operatorPort: 0 });
  expect(parseConfig({ OPERATOR_HOST: '::1' }).operatorHost).toBe('::1');
});

test.each(['65530', '5050'])("asks for the operator's port beside PORT=%s", (PORT) => {
  expect(() => parseConfig({ PORT })).toThrow(/ {2}OPERATOR_PORT must be set, as .* PORT \+ 10,/);
});

test('names all invalid settings at once', () => {
  expect(() => parseConfig({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT .*\n.*LOG_LEVEL /);
});

test.each([
  ['KASSA_CONFG', 'KASSA_CONFIG'],
  ['KASSA_DATA_KEY', 'KASSA_DATA_KEYS'],
  ['HOLD_PAYOUT', 'HOLD_PAYOUTS'],
  ['KASSA_CATALOGUE', 'KASSA_CATALOG'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['KASSA_HOLD_PAYOUTS', 'HOLD_PAYOUTS'],
  ['DATABASE_URL_DIRECT', 'DATABASE_DIRECT_URL'],
  ['DATA_KEYS', 'KASSA_DATA_KEYS'],
])('refuses the misspelt variable %s', (misspelt, meant) => {
  const message = `${misspelt} is not a setting; did you mean ${meant}?`;
  expect(() => parseConfig({ [misspelt]: 'true' })).toThrow(message);
});

test('leaves alone the variables of other programs and of brands', () => {
  const others = {
    ...{ HOSTS: '1', PORTS: '1', DATA: '1', CONFIG: '1', WIDGET: '1', DIRECT_URL: '1' },
    ...{ KASSA_SEED: '1', KASSA_PATH: '1', KASSA_SECRET: 's', KASSA_PORT: '1', LEVEL: '1' },
  };
  expect(parseConfig({ ...others, REDIS_URI: 'r', REDIS_URL: 'redis://r' }).port).toBe(4100);
});
