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

/** The calls of §7's table, and whether it marks them "(retried)". Kassa's own calls aren't in it. */
const retriedBySpec: Record<string, boolean> = {
  'deposit-limits': false,
  'methods-payment-v3': true,
  'methods-country-selector-v2': true,
  'methods-withdrawal': true,
  'deposit-create': false,
  'deposit-create-sweepstake': false,
  'deposit-complete': false,
  'session-start': false,
  'external-deposit-continue': false,
  'deposit-prepare': false,
  'sweepstake-boxes': false,
  'payment-convert-v2': false,
  'sweepstake-balance-get': false,
  'sweepstake-recoup-sum': false,
  'bank-get': true,
  'deposit-status': true,
  'deposit-cancel': false,
  'deposit-check': false,
  'deposit-create-p2p': false,
  'session-form-on-close-modal': false,
  events: false,
};

/** The calls retried although §7 doesn't mark them (we differ), with the reason why that is safe. */
const retriedBeyondSpec: Record<string, 'reads' | 'one key' | 'twice is once'> = {
  'deposit-cancel': 'twice is once',
  'deposit-check': 'reads',
  'deposit-complete': 'twice is once',
  'deposit-create': 'one key',
  'deposit-create-p2p': 'one key',
  'deposit-create-sweepstake': 'one key',
  'deposit-limits': 'reads',
  'deposit-prepare': 'reads',
  'external-deposit-continue': 'twice is once',
  'payment-convert-v2': 'reads',
  'session-start': 'one key',
  'sweepstake-balance-get': 'reads',
  'sweepstake-boxes': 'reads',
  'sweepstake-recoup-sum': 'reads',
};

test.each(Object.values(calls).filter(({ name }) => Object.hasOwn(retriedBySpec, name)))(
  '$name is retried where §7 says so, or for a reason',
  ({ name, isRetried }) => {
    const isReasoned = Object.hasOwn(retriedBeyondSpec, name);
    expect(isRetried).toBe(retriedBySpec[name] === true || isReasoned);
  },
);

test('a creating call that is retried has an idempotency key', () => {
  const creating = Object.values(calls).filter(({ isCreating }) => isCreating);
  for (const { name } of creating.filter((call) => Object.hasOwn(retriedBySpec, call.name))) {
    expect(retriedBeyondSpec[name]).toBe('one key');
  }
});

test('distinguishes names of calls from other names', () => {
  expect(isCallName('deposit-create')).toBe(true);
  expect(isCallName('constructor')).toBe(false);
  expect(isCallName('')).toBe(false);
});
