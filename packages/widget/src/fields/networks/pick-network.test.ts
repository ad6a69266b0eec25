import { expect, test } from 'vitest';
import { pickNetwork } from './pick-network.ts';

const choices = (...values: string[]) => ({
  values: values.map((value) => ({ value, text: { en: value.toUpperCase() } })),
});

test.each([
  [['erc20', 'trc20', 'bep20'], 'trc20'],
  [['usdt_erc20', 'usdt_trc20'], 'usdt_trc20'],
  [['ethereum', 'tron', 'ton'], 'tron'],
  [['erc20', 'bep20'], 'bep20'],
  [['electron', 'erc20'], 'erc20'],
])('of %j %s is picked', (values, picked) => {
  expect(pickNetwork(choices(...values))).toBe(picked);
});

test('a network is recognized by its name too', () => {
  const named = { value: 'n1', text: { en: 'Tether (TRC-20)' } };
  expect(pickNetwork({ values: [named, ...choices('erc20').values] })).toBe('n1');
});
