import { signPlayerToken, type TokenClaims } from '@kassa/test-kit';
import { describe, expect, test } from 'vitest';
import type { Brand } from '../brands/load-brands.ts';
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

test.each([
  [undefined, false],
  [false, false],
  [true, true],
])('captcha_bypass %s: isVouchedFor is %s', async (captchaBypass, isVouchedFor) => {
  expect(await verify(await sign({ captchaBypass }), now)).toMatchObject({ isVouchedFor });
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

describe("a rejection has its reason for the operator's log", () => {
  const hourAgo = new Date(now.getTime() - 3600_000);
  const later = new Date(now.getTime() + 3600_000);
  const unsigned = [{ alg: 'EdDSA', kid: 'x' }, { iss: 'kassa-test' }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

  test.each<[reason: string, brandId: string | undefined, make: () => Promise<string>]>([
    ['missing', undefined, async () => ''],
    ['malformed', undefined, async () => 'nonsense'],
    ['issuer', undefined, () => sign({ issuer: 'stranger' })],
    ['key', 'kassa', () => sign({ kid: 'other' })],
    ['signature', 'kassa', () => sign({}, 'another secret, just as long as the first')],
    ['claim.aud', 'kassa', () => sign({ audience: 'shop' })],
    ['claim.country', 'kassa', () => sign({ country: 'Germany' })],
    ['claim.account_type', 'kassa', () => sign({ accountType: 'third' })],
    ['claim.sub', 'kassa', () => sign({ playerId: 'a\u0000b' })],
    ['claim.sub', 'kassa', () => sign({ playerId: 'a\ud800' })],
    ['future', 'kassa', () => sign({ issuedAt: later })],
    ['lifetime', 'kassa', () => sign({ lifetimeSeconds: 86_400 })],
    ['expired', 'kassa', () => sign({ issuedAt: hourAgo, lifetimeSeconds: 60 })],
    ['keys', 'kassa', async () => `${unsigned}.c2ln`],
  ])('%s', async (reason, brandId, make) => {
    await expect(verify(await make(), now)).rejects.toMatchObject({ reason, brandId });
  });
});
