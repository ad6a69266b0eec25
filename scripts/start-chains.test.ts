import { expect, test } from 'vitest';
import { readChains, readMining } from './start-chains.ts';

test.each([
  [{}, 'simulated'],
  [{ CHAINS: '' }, 'simulated'],
  [{ CHAINS: 'simulated' }, 'simulated'],
  [{ CHAINS: 'real' }, 'real'],
])('with %o the chains are %s', (environment, mode) => {
  expect(readChains(environment, () => true)).toBe(mode);
});

test.each([
  [{}, 'automatic'],
  [{ CHAINS_MINING: '' }, 'automatic'],
  [{ CHAINS_MINING: 'manual' }, 'manual'],
])('with %o the mining is %s', (environment, mining) => {
  expect(readMining(environment)).toBe(mining);
});

test('refuses any other mining', () => {
  expect(() => readMining({ CHAINS_MINING: 'off' })).toThrow(
    'CHAINS_MINING=off must be "automatic" or "manual"',
  );
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
