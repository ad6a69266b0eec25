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

test.each(Object.entries(calls))('%s is named as its file', (name, call) => {
  expect(call.name).toBe(name);
});

test.each(Object.values(calls).filter(({ method }) => method === 'GET'))(
  '$name only reads, as a GET must',
  ({ isCreating }) => {
    expect(isCreating).toBe(false);
  },
);

test.each(Object.values(calls).filter(({ isCreating }) => isCreating))(
  '$name creates, and so is dear',
  ({ cost }) => {
    expect(cost).toBe('expensive');
  },
);

test('knows its own names from others', () => {
  expect(isCallName('deposit-create')).toBe(true);
  expect(isCallName('constructor')).toBe(false);
  expect(isCallName('')).toBe(false);
});
