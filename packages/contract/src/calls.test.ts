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
  '$name is a GET, so it only reads',
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

/** The calls that §7 marks "(retried)". */
const retriedBySpec = [
  'bank-get',
  'deposit-status',
  'methods-country-selector-v2',
  'methods-payment-v3',
  'methods-withdrawal',
];

/** The calls retried beyond §7 (we differ), each with the reason why it is safe to repeat. */
const retriedBeyondSpec: Record<string, 'reads' | 'one key' | 'twice is once' | 'expires unused'> =
  {
    'captcha-challenge': 'expires unused',
    'deposit-cancel': 'twice is once',
    'deposit-complete': 'twice is once',
    'deposit-create': 'one key',
    'deposit-get': 'reads',
    'deposit-limits': 'reads',
    'deposit-list': 'reads',
    'deposit-page-code': 'expires unused',
    'deposit-prepare': 'reads',
    'session-start': 'one key',
    'sweepstake-boxes': 'reads',
    'user-get': 'reads',
    'withdrawal-cancel': 'twice is once',
    'withdrawal-create': 'one key',
    'withdrawal-limits': 'reads',
    'withdrawal-list': 'reads',
    'withdrawal-status': 'reads',
  };

test.each(Object.values(calls))(
  '$name is retried where §7 says so, or for a reason',
  ({ name, isRetried }) => {
    const isReasoned = Object.hasOwn(retriedBeyondSpec, name);
    expect(isRetried).toBe(retriedBySpec.includes(name) || isReasoned);
  },
);

test('only calls with an idempotency key are retried for that reason', () => {
  const keyed = Object.values(calls).filter(({ isCreating }) => isCreating);
  const reasoned = Object.entries(retriedBeyondSpec).filter(([, reason]) => reason === 'one key');
  expect(keyed.map(({ name }) => name).sort()).toEqual(reasoned.map(([name]) => name));
});

test('distinguishes names of calls from other names', () => {
  expect(isCallName('deposit-create')).toBe(true);
  expect(isCallName('constructor')).toBe(false);
  expect(isCallName('')).toBe(false);
});
