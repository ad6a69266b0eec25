import { readFileSync } from 'node:fs';
import { calls } from '@kassa/contract';
import { expect, test } from 'vitest';

const page = new URL('../../../../docs/differences.md', import.meta.url);

/** The calls of the specification's table (§7) that Kassa has. */
const specified = [
  ...['deposit-limits', 'methods-payment-v3', 'methods-country-selector-v2', 'methods-withdrawal'],
  ...['deposit-create', 'deposit-complete', 'session-start', 'external-deposit-continue'],
  ...['deposit-prepare', 'sweepstake-boxes', 'payment-convert-v2', 'bank-get', 'deposit-status'],
  ...['deposit-cancel', 'deposit-check', 'deposit-create-p2p', 'session-form-on-close-modal'],
  ...['deposit-create-sweepstake', 'sweepstake-balance-get', 'sweepstake-recoup-sum'],
  'events',
];

test('the differences name every call that the specification has not', () => {
  const row =
    /^\| The calls of the table\. \|([^|]*)\|/m.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  const named = [...row.matchAll(/`([a-z\d-]+)`/g)].map(([, name]) => name);
  const more = Object.keys(calls).filter((name) => !specified.includes(name));
  expect(named.sort()).toEqual(more.sort());
});
