import { expect, test } from 'vitest';
import { findMaskFault } from './check-fields.ts';

test.each(['Number', 'Date', '000000', '00-00-00', 'aa00 [****]', '{BR}00', '\\[00', 'a`0'])(
  'the mask %j is valid',
  (mask) => {
    expect(findMaskFault(mask)).toBeNull();
  },
);

test.each([
  ['', 'accepts no input: it needs a 0, a or *'],
  ['ABC', 'accepts no input: it needs a 0, a or *'],
  ['\\0', 'accepts no input: it needs a 0, a or *'],
  ['[00', 'has a "[" that is never closed'],
  ['00]', 'has an unmatched "]"'],
  ['[00}', 'has an unmatched "}"'],
  ['{[0]}', 'has a "[" within "{"'],
  ['00\\', 'ends with an incomplete "\\"'],
  ['0'.repeat(129), 'is longer than any value'],
])('the mask %j is invalid', (mask, fault) => {
  expect(findMaskFault(mask)).toBe(fault);
});
