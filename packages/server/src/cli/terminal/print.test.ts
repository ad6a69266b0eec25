import { expect, test } from 'vitest';
import { plainJson, plainLines, plainText } from './print.ts';

const hostile = 'x\u001b[2J\u009b31m\u007f\u202egnp.exe\ty';

test('what steers a terminal is printed as blanks', () => {
  expect(plainText(hostile)).toBe('x [2J 31m  gnp.exe y');
  expect(plainLines(`a\r\n${hostile}`)).toBe('a \nx [2J 31m  gnp.exe y');
});

test('JSON says the same, with it spelled out', () => {
  const text = plainJson({ [hostile]: [hostile] });
  expect(text).not.toMatch(/[^\n -~]/);
  expect(JSON.parse(text)).toEqual({ [hostile]: [hostile] });
});

test('and leaves every language as it is', () => {
  expect(plainText('Zürich, 東京, علي')).toBe('Zürich, 東京, علي');
});
