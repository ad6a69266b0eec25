import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';

it('converts a deposit’s id to letters and digits that fit into a static code, and back', () => {
  fc.assert(
    fc.property(fc.uuid(), (depositId) => {
      const txid = encodeTransactionId(depositId) ?? '';
      expect(txid).toMatch(/^[0-9A-Z]{25}$/);
      expect(decodeTransactionId(txid)).toBe(depositId);
      expect(decodeTransactionId(txid.toLowerCase())).toBe(depositId);
    }),
  );
});

it.each([
  ['00000000-0000-0000-0000-000000000000', '0000000000000000000000000'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'F5LXX1ZZ5PNORYNQGLHZMSP33'],
])('the txid of %s is %s', (depositId, txid) => {
  expect(encodeTransactionId(depositId)).toBe(txid);
  expect(decodeTransactionId(txid)).toBe(depositId);
});

it.each(['', 'dep-1', '0190-nothing'])('there is no txid for %j', (depositId) => {
  expect(encodeTransactionId(depositId)).toBeNull();
});

// The second is a number beyond every UUID.
it.each(['', 'ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'SHORT', '*'.repeat(25)])(
  '%j is not a txid of Kassa',
  (txid) => {
    expect(decodeTransactionId(txid)).toBeNull();
  },
);
