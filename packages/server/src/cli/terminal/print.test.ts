import { expect, test } from 'vitest';
import { plainJson, plainLines, plainText } from './print.ts';

const hostile = 'x\u001b[2J\u009b31m\u007f\u202egnp.exe\ty';

test('control characters are printed as blanks', () => {
  expect(plainText(hostile)).toBe('x [2J 31m  gnp.exe y');
  expect(plainLines(`a\r\n${hostile}`)).toBe('a \nx [2J 31m  gnp.exe y');
});

test('JSON contains them escaped', () => {
  const text = plainJson({ [hostile]: [hostile] });
  expect(text).not.toMatch(/[^\n -~]/);
  expect(JSON.parse(text)).toEqual({ [hostile]: [hostile] });
});

test('texts in every language are unchanged', () => {
  expect(plainText('Zürich, 東京, علي')).toBe('Zürich, 東京, علي');
});
