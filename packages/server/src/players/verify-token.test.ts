import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { signPlayerToken, type TokenClaims } from '@kassa/test-kit';
import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Brand } from '../brands/load-brands.ts';
import { checkToken } from './check-token.ts';
import { nothingStated } from './player-profile.ts';
import { tokenFaults } from './token-faults.ts';
import { buildTokenVerifier } from './verify-token.ts';

const secret = 'a secret for tests, long enough for HS256';
const brand: Partial<Brand> = {
  id: 'kassa',
  token: {
    issuer: 'kassa-test',
    audience: 'kassa',
    keys: [
      { alg: 'HS256', kid: 'test', secret },
      { alg: 'EdDSA', jwksUrl: 'http://localhost:1/jwks.json' },
    ],
  },
};
const now = new Date();
const verify = buildTokenVerifier(new Map([['kassa', brand as Brand]]));
const sign = (claims: TokenClaims = {}, key = secret) =>
  signPlayerToken(key, { issuedAt: now, ...claims });

test('returns the claims of a valid token', async () => {
  expect(await verify(await sign({ playerId: 'ada', country: 'in' }), now)).toMatchObject({
    brandId: 'kassa',
    externalId: 'ada',
    country: 'in',
    currency: 'EUR',
  });
});

test('a token that was verified before expires as any other', async () => {
  const token = await sign({ lifetimeSeconds: 60 });
  const verified = await verify(token, now);
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  expect(await verify(token, later(60))).toBe(verified);
  await expect(verify(token, later(91))).rejects.toMatchObject({ code: 'auth.tokenExpired' });
});

test('a claim about the person that is not understood is left out, and rejects no token', async () => {
  const person = { given_name: 'Zoë', email: '<zoe@mail.example>', birthdate: 1990 };
  const { stated } = await verify(await sign({ person }), now);
  expect(stated).toMatchObject({
    profile: { firstName: 'Zoë', email: null, birthDate: null },
    unread: ['email', 'birthdate'],
  });
  expect((await verify(await sign(), now)).stated).toEqual(nothingStated);
});

test.each([
  [undefined, false],
  [false, false],
  [true, true],
])('captcha_bypass %s: isVouchedFor is %s', async (captchaBypass, isVouchedFor) => {
  expect(await verify(await sign({ captchaBypass }), now)).toMatchObject({ isVouchedFor });
});

test.each([
  [undefined, false],
  [false, false],
  [true, true],
])('verified %s: isVerified is %s', async (verified, isVerified) => {
  expect(await verify(await sign({ verified }), now)).toMatchObject({ isVerified });
});

test.each([
  [undefined, 'main'],
  ['main', 'main'],
  ['additional', 'additional'],
])('account_type %s: the account is %s', async (claim, accountType) => {
  expect(await verify(await sign(claim ? { accountType: claim } : {}), now)).toMatchObject({
    accountType,
  });
});

test.each([
  [undefined, null],
  ['vip', 'vip'],
])('group %s: the group is %s', async (claim, group) => {
  expect(await verify(await sign(claim ? { group: claim } : {}), now)).toMatchObject({ group });
});

describe("a rejection has its reason for the operator's log and for the command", () => {
  const hourAgo = new Date(now.getTime() - 3600_000);
  const later = new Date(now.getTime() + 3600_000);
  const seconds = Math.floor(now.getTime() / 1000);
  const unsigned = (header: object) =>
    [header, { iss: 'kassa-test' }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
  /** Signs a token whose claims are valid but for `wrong`; an undefined claim is left out. */
  const signWith = (wrong: JWTPayload, alg = 'HS256') =>
    new SignJWT({
      ...{ iss: 'kassa-test', aud: 'kassa', sub: 'ada', currency: 'EUR', country: 'de' },
      ...{ iat: seconds, exp: seconds + 60, ...wrong },
    })
      .setProtectedHeader({ alg, kid: 'test' })
      .sign(
        new TextEncoder().encode(
          `${secret}, and long enough for HS512 too, it is`.slice(
            0,
            alg === 'HS256' ? secret.length : 80,
          ),
        ),
      );
  const tamper = async (token: string) => {
    const [head, , tail] = token.split('.');
    const [, other] = (await sign({ playerId: 'eve' })).split('.');
    return `${head}.${other}.${tail}`;
  };

  test.each<[reason: string, brandId: string | undefined, make: () => Promise<string>]>([
    ['missing', undefined, async () => ''],
    ['malformed', undefined, async () => 'nonsense'],
    ['malformed', undefined, async () => 'a.b.c'],
    ['issuer', undefined, () => sign({ issuer: 'stranger' })],
    ['issuer', undefined, () => signWith({ iss: undefined })],
    ['key', 'kassa', () => sign({ kid: 'other' })],
    ['key', 'kassa', () => signWith({}, 'HS512')],
    ['key', 'kassa', async () => `${unsigned({ alg: 'none' })}.`],
    ['signature', 'kassa', () => sign({}, 'another secret, just as long as the first')],
    ['signature', 'kassa', async () => tamper(await sign())],
    ['claim.aud', 'kassa', () => sign({ audience: 'shop' })],
    ['claim.aud', 'kassa', () => signWith({ aud: undefined })],
    ['claim.country', 'kassa', () => sign({ country: 'Germany' })],
    ['claim.country', 'kassa', () => signWith({ country: undefined })],
    ['claim.currency', 'kassa', () => sign({ currency: 'eur' })],
    ['claim.currency', 'kassa', () => signWith({ currency: undefined })],
    ['claim.account_type', 'kassa', () => sign({ accountType: 'third' })],
    ['claim.role', 'kassa', () => signWith({ role: 'vip' })],
    ['claim.group', 'kassa', () => signWith({ group: '' })],
    ['claim.group', 'kassa', () => signWith({ group: 'v'.repeat(33) })],
    ['claim.group', 'kassa', () => signWith({ group: ['vip'] })],
    ['claim.captcha_bypass', 'kassa', () => signWith({ captcha_bypass: 'yes' })],
    ['claim.verified', 'kassa', () => signWith({ verified: 1 })],
    ['claim.sub', 'kassa', () => sign({ playerId: 'a\u0000b' })],
    ['claim.sub', 'kassa', () => sign({ playerId: 'a\ud800' })],
    ['claim.sub', 'kassa', () => signWith({ sub: undefined })],
    ['claim.jti', 'kassa', () => signWith({ jti: 12_345 as unknown as string })],
    ['claim.jti', 'kassa', () => signWith({ jti: '' })],
    ['claim.iat', 'kassa', () => signWith({ iat: undefined })],
    ['claim.exp', 'kassa', () => signWith({ exp: undefined })],
    ['claim.nbf', 'kassa', () => signWith({ nbf: seconds + 600 })],
    ['future', 'kassa', () => sign({ issuedAt: later })],
    ['future', 'kassa', () => signWith({ iat: now.getTime(), exp: now.getTime() + 60_000 })],
    ['lifetime', 'kassa', () => sign({ lifetimeSeconds: 86_400 })],
    ['lifetime', 'kassa', () => signWith({ exp: now.getTime() })],
    ['expired', 'kassa', () => sign({ issuedAt: hourAgo, lifetimeSeconds: 60 })],
    ['keys', 'kassa', async () => `${unsigned({ alg: 'EdDSA', kid: 'x' })}.c2ln`],
  ])('%s', async (reason, brandId, make) => {
    const token = await make();
    await expect(verify(token, now)).rejects.toMatchObject({ reason, brandId });
    const findings = await checkToken(token, [brand as Brand], now);
    expect(findings.find(({ fault }) => fault !== null)?.fault).toBe(reason);
  });

  test('the command finds nothing wrong with a valid token', async () => {
    const token = await signWith({ aud: ['shop', 'kassa'], nbf: seconds, role: 3, jti: 'one' });
    await verify(token, now);
    const findings = await checkToken(token, [brand as Brand], now);
    expect(findings.filter(({ fault }) => fault !== null)).toEqual([]);
    expect(findings.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['form', 'iss', 'key', 'signature', 'aud', 'exp', 'jti', 'role']),
    );
  });

  test('the command makes every check, also after the first that fails', async () => {
    const token = await signWith({
      iss: 'stranger',
      aud: 'shop',
      country: 'DE',
      exp: 5,
      role: '1',
    });
    const findings = await checkToken(await tamper(token), [brand as Brand], now);
    expect(findings.flatMap(({ fault }) => fault ?? [])).toEqual(['signature']);
    const untouched = await checkToken(token, [brand as Brand], now);
    expect(untouched.flatMap(({ fault }) => fault ?? [])).toEqual([
      ...['issuer', 'claim.aud', 'expired', 'lifetime', 'claim.country', 'claim.role'],
    ]);
    expect(JSON.stringify(untouched)).not.toContain(secret);
  });

  test('integration.md explains each reason', async () => {
    const guide = path.resolve(import.meta.dirname, '../../../../docs/integration.md');
    const section = (await readFile(guide, 'utf8')).split('### A token that is rejected')[1];
    const rows = [...(section?.split('\n## ')[0] ?? '').matchAll(/^\| (`.+?) \|/gm)];
    const named = rows.flatMap(([, cell = '']) => cell.match(/[^`, ]+/g) ?? []);
    expect(named.sort()).toEqual(Object.keys(tokenFaults).sort());
  });
});
