import type { HostDataInput } from '@kassa/contract';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { codeKinds, embedCode } from './embed-code.ts';

const url = 'https://pay.example.com/kassa/';
const mount = { url, start: 'deposit' } as const;
const hostile = `it's "</script><b>$\{x}`;
const hostData: HostDataInput = {
  userId: hostile,
  closingButton: false,
  experiments: [{ key: 'payment_methods', group: 'group_b' }],
  themeTokens: { accent: '#0a7d5c', 'accent-strong': '#075c44' },
  schema: { meta: { geetestCaptchaId: hostile, isCryptoBonusAvailable: true } },
};

const scriptOf = (html: string) => html.match(/<script type="module">(.*)<\/script>$/s)?.[1] ?? '';

/** Runs a snippet's mountCashier call and returns its options. */
async function optionsOf(code: string): Promise<object> {
  let options = {};
  const mountCashier = (_: unknown, given: object) => {
    options = given;
  };
  const body = code.replace(/^import .*$/m, '').replace(/await fetchToken\(\)/, 'fetchToken()');
  const parameters = ['Kassa', 'mountCashier', 'fetchToken', 'document', 'element'];
  new Function(...parameters, body)({ mountCashier }, mountCashier, () => 't', {
    getElementById: () => null,
  });
  return options;
}

describe.each(['script', 'npm'] as const)('%s', (kind) => {
  it('is code with the playground’s settings', async () => {
    const code = embedCode(kind, mount, hostData);
    const options = await optionsOf(kind === 'script' ? scriptOf(code) : code);
    expect(options).toMatchObject({ ...hostData, url, token: 't', on: {} });
  });
});

it('react: is code', async () => {
  const code = embedCode('react', mount, hostData).replace('<Cashier', 'export default <Cashier');
  const { code: plain } = await transform(code, { loader: 'tsx', jsx: 'transform' });
  expect(plain).toContain('closingButton: false');
  expect(plain).toContain('"accent-strong": "#075c44"');
});

it('kotlin and swift: values can’t end their quotes or call anything', () => {
  expect(embedCode('kotlin', mount, { userId: '"$x' })).toContain(
    String.raw`.put("userId", "\"\$x")`,
  );
  const nested = embedCode('kotlin', mount, { themeTokens: { accent: '$x' } });
  expect(nested).toContain(String.raw`JSONObject("{\"accent\":\"\$x\"}")`);
  expect(embedCode('swift', mount, { userId: '"\\(x)' })).toContain(
    String.raw`"userId": "\"\\(x)"`,
  );
  expect(embedCode('swift', mount, { experiments: [{ key: 'k', group: 'g' }] })).toContain(
    '"experiments": [["key": "k", "group": "g"]]',
  );
});

it.each(codeKinds)('%s: never ends a script element early, and has no token', (kind) => {
  const code = embedCode(kind, mount, { userId: 'player-1' });
  expect(code).toContain('player-1');
  expect(code).toMatch(/fetchToken/);
  expect(embedCode('script', mount, hostData).match(/<\/script>/g)).toHaveLength(2);
});

it.each(codeKinds)('%s: opens the withdrawals where the playground does', (kind) => {
  const deposits = embedCode(kind, mount, {});
  const withdrawals = embedCode(kind, { url, start: 'withdrawal' }, {});
  expect(deposits).not.toContain('withdrawal');
  expect(withdrawals).toMatch(
    kind === 'kotlin' || kind === 'swift'
      ? '"https://pay.example.com/kassa/withdrawal"'
      : /start(: |=\{)'withdrawal'/,
  );
});
