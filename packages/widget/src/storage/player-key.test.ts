import { afterEach, expect, test, vi } from 'vitest';
import { digestPlayer } from './player-key.ts';

afterEach(() => void vi.unstubAllGlobals());

const tokenOf = (claims: object) => `.${btoa(JSON.stringify(claims))}.`;

test('each player of each brand has one key, from which the id can’t be read', async () => {
  const key = await digestPlayer('kassa', tokenOf({ sub: 'player-1' }));
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(await digestPlayer('kassa', tokenOf({ sub: 'player-1', exp: 5 }))).toBe(key);
  expect(await digestPlayer('kassa', tokenOf({ sub: 'player-2' }))).not.toBe(key);
  expect(await digestPlayer('other', tokenOf({ sub: 'player-1' }))).not.toBe(key);
});

test('without a player, or without https, there is no key', async () => {
  expect(await digestPlayer('kassa', 'nonsense')).toBeNull();
  vi.stubGlobal('crypto', {});
  expect(await digestPlayer('kassa', tokenOf({ sub: 'player-1' }))).toBeNull();
});
