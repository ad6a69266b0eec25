import { expect, test } from 'vitest';
import { readChains } from './start-chains.ts';

test.each([
  [{}, 'simulated'],
  [{ CHAINS: '' }, 'simulated'],
  [{ CHAINS: 'simulated' }, 'simulated'],
  [{ CHAINS: 'real' }, 'real'],
])('with %o the chains are %s', (environment, mode) => {
  expect(readChains(environment, () => true)).toBe(mode);
});

test('refuses any other value, with the valid ones', () => {
  expect(() => readChains({ CHAINS: 'Real' })).toThrow('CHAINS=Real must be "simulated" or "real"');
});

test('names each missing node, and how to get it', () => {
  const read = (installed: string[]) => () =>
    readChains({ CHAINS: 'real' }, (node) => installed.includes(node));
  expect(read(['anvil'])).toThrow(
    /CHAINS=real:\n {2}there is no litecoind .* install Debian's package litecoind$/,
  );
  expect(read([])).toThrow(/litecoind\n {2}anvil is one of the tests’ packages/);
});

test('simulated chains need no node', () => {
  expect(readChains({}, () => false)).toBe('simulated');
});
