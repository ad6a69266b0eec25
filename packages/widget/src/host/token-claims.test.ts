import { expect, test } from 'vitest';
import { readTokenSubject } from './token-claims.ts';

const jwt = (claims: unknown) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.x`;

test('returns the subject of a token', () => {
  expect(readTokenSubject(jwt({ sub: 'player-1', x: '>>>???' }))).toBe('player-1');
});

test.each([[''], ['a'], ['a.b.c'], [jwt(null)], [jwt({})], [jwt({ sub: 7 })]])(
  '%j has no subject',
  (token) => {
    expect(readTokenSubject(token)).toBeNull();
  },
);
