import { expect, test } from 'vitest';
import { walletRequestSchema } from './wallet-protocol.ts';

const credit = {
  operation: 'credit',
  transferId: 'transfer-1',
  playerId: 'player-7',
  amount: '50.25',
  currency: 'EUR',
  subjectId: 'deposit-1',
};

test.each(['50.25', '0.00000001', '1', '10'])('%s can be transferred', (amount) => {
  expect(walletRequestSchema.parse({ ...credit, amount })).toEqual({ ...credit, amount });
});

test.each(['0', '0.00', '-1', '', 'NaN', '1e3', '0x10', ' 1', 1, null, undefined])(
  '%j can’t be transferred',
  (amount) => {
    expect(walletRequestSchema.safeParse({ ...credit, amount }).success).toBe(false);
  },
);

test('a capture and a release name their hold', () => {
  for (const operation of ['capture', 'release']) {
    expect(walletRequestSchema.safeParse({ ...credit, operation }).success).toBe(false);
    const request = { ...credit, operation, holdId: 'hold-1' };
    expect(walletRequestSchema.parse(request)).toEqual(request);
  }
});
