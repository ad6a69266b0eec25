import { expect, test } from 'vitest';
import { takeCode } from './take-code.ts';

test('the code and the cashier’s words leave the address, and a reload finds none', () => {
  const code = 'x'.repeat(43);
  window.history.replaceState(null, '', `/kassa/pay/${code}?locale=de&theme=dark`);
  expect(takeCode(window, 'kassa')).toBe(code);
  expect(window.location.href).toMatch(/\/kassa\/pay\/$/);
  expect(takeCode(window, 'kassa')).toBeNull();
});
