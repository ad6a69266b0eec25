import { expect, test } from 'vitest';
import { amountOnWay } from './count-up.ts';

const way = { from: '12.40', to: '62.40', currency: 'EUR' };

test.each([
  [0, '12.40'],
  [500, '37.40'],
  [999, '62.35'],
  [1000, '62.40'],
  [1200, '62.40'],
])('after %i thousandths it is %s', (thousandths, amount) => {
  expect(amountOnWay(way, thousandths)).toBe(amount);
});

test('it ends with the very amount of the server', () => {
  expect(amountOnWay({ from: '0', to: '0.123456789', currency: 'BTC' }, 1000)).toBe('0.123456789');
});
