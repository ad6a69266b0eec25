import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { signPlayerToken } from '@kassa/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';

const secret = 'a secret for tests, long enough for HS256';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-token-check-'));
  await mkdir(path.join(folder, 'brands'));
  const write = (product: string, token: object) =>
    writeFile(path.join(folder, 'brands', `${product}.json`), JSON.stringify({ product, token }));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: brands name environment variables so
  const keys = [{ alg: 'HS256', kid: 'test', secret: '${TOKEN_SECRET}' }];
  await write('kassa', { issuer: 'kassa-test', audience: 'kassa', keys });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: brands name environment variables so
  await write('other', { issuer: '${OTHER}', audience: 'kassa', keys });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `kassa token check` with a token as the input. */
async function check(input: string, words: string[] = [], variables: NodeJS.ProcessEnv = {}) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runCli(['token', 'check', ...words], {
    environment: { KASSA_CONFIG: folder, TOKEN_SECRET: secret, OTHER: 'other-test', ...variables },
    input: Readable.from([input]),
    output,
    errors,
    isInteractive: false,
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

test('accepts a valid token, from the input and as an argument', async () => {
  const token = await signPlayerToken(secret, { group: 'vip' });
  const read = await check(`Bearer ${token}\n`);
  expect(read).toMatchObject({ code: 0, err: '' });
  expect(read.out).toContain('✓ iss: "kassa-test", of the brand kassa\n');
  expect(read.out).toContain('✓ group: "vip"\n');
  expect(read.out).toMatch(/✓ exp: \d+, \d{4}-.*Z\n/);
  expect(read.out).toMatch(
    /The server accepts this token, .* revocations aren't checked here\.\n$/,
  );
  expect(await check('', [token])).toMatchObject({ code: 0 });
  expect(await check(`${token}\n`, ['-', '--json'])).toMatchObject({ code: 0 });
});

test('says which claims are wrong and why, and tells neither the token nor a secret', async () => {
  const token = await signPlayerToken(secret, { audience: 'shop', country: 'Germany' });
  const { code, out, err } = await check(token);
  expect(code).toBe(1);
  expect(err).toBe('The server rejects this token: claim.aud, claim.country.\n');
  expect(out).toContain('✗ aud: "shop"; the brand\'s is "kassa"\n    claim.aud: expected');
  expect(out).toContain('✗ country: "Germany"\n    claim.country: expected a lower-case');
  expect(out).toContain('✓ signature');
  for (const hidden of [secret, token, ...token.split('.')]) expect(out).not.toContain(hidden);
});

test('warns of claims about the person that are left out, without their values', async () => {
  const person = {
    given_name: 'Zoë',
    email: 'zoe at mail',
    address: { locality: 'Köln', country: 'Germany' },
  };
  const token = await signPlayerToken(secret, { person });
  const { code, out, err } = await check(token);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('✓ given_name: understood\n');
  expect(out).toContain('! email: not understood, left out\n    expected an e-mail address\n');
  expect(out).toContain('! address.country: not understood, left out\n    expected an ISO 3166-1');
  expect(out).not.toMatch(/Zoë|zoe|Köln|Germany/);
  const { findings } = JSON.parse((await check(token, ['--json'])).out);
  expect(findings).toContainEqual({
    subject: 'email',
    found: 'not understood',
    fault: null,
    warning: 'an e-mail address',
  });
});

test('checks a token against the named brand, whose variables alone must be set', async () => {
  const token = await signPlayerToken(secret);
  const { code, out } = await check(token, ['--brand', 'other']);
  expect(code).toBe(1);
  expect(out).toContain('✗ iss: "kassa-test"; issuers: "other-test" (other)');
  expect(await check(token, [], { OTHER: '' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('other.json: token.issuer: the variable OTHER is not set'),
  });
  expect(await check(token, ['--brand', 'kassa'], { OTHER: '' })).toMatchObject({ code: 0 });
  expect(await check(token, ['--brand', 'third'])).toMatchObject({ code: 2 });
});
