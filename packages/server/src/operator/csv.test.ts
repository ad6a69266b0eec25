import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../testing/any-text.ts';
import { formatCsvLine } from './csv.ts';

test('a CSV reader gets back any value that was written', () => {
  const changed = /^[\t\r]|(^|[;\t\r\n])[\s"'\u200B\u2060]*[=+@＝＋－＠-]/;
  const value = anyText.filter((text) => !changed.test(text));
  fc.assert(
    fc.property(fc.array(value, { minLength: 2 }), (values) => {
      expect(parse(formatCsvLine(values), { record_delimiter: '\r\n' })).toEqual([values]);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-cmd', "'-cmd"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['\u00A0＝1+1', "'\u00A0＝1+1"],
  ["'=1+1", "''=1+1"],
  ['"=1+1"', '"\'""=1+1"""'],
  ['\ttab', '"\'\ttab"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a;=1+1;b', '"a;\'=1+1;b"'],
  ['a\t＝1+1', '"a\t\'＝1+1"'],
  ['a\n =1+1', '"a\n\' =1+1"'],
  ['a=b', 'a=b'],
  ['-12.50', '-12.50'],
  [null, ''],
])('%j is written as %j', (value, text) => {
  expect(formatCsvLine([value, 'x'])).toBe(`${text},x\r\n`);
});
