import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, isCallName } from './calls.ts';

const files = readdirSync(path.join(import.meta.dirname, 'calls'))
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => !name.endsWith('.test'))
  .sort();

test('lists exactly the files of the folder calls/', () => {
  expect(Object.keys(calls).sort()).toEqual(files);
});

test.each(Object.entries(calls))('%s is named like its file', (name, call) => {
  expect(call.name).toBe(name);
});

test.each(Object.values(calls).filter(({ method }) => method === 'GET'))(
  '$name only reads, as it is a GET',
  ({ isCreating }) => {
    expect(isCreating).toBe(false);
  },
);

test.each(Object.values(calls).filter(({ isCreating }) => isCreating))(
  '$name creates something, so it is expensive',
  ({ cost }) => {
    expect(cost).toBe('expensive');
  },
);

test('recognizes its own names only', () => {
  expect(isCallName('deposit-create')).toBe(true);
  expect(isCallName('constructor')).toBe(false);
  expect(isCallName('')).toBe(false);
});
