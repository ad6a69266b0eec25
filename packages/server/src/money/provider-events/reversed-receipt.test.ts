import { describe, expect, test } from 'vitest';
import type { Act } from '../../testing/property/acts.ts';
import { playExample } from '../../testing/property/play-sequence.ts';

/*
 * Short sequences that once failed in the property test of the money core. Each is played and
 * compared with what really happened.
 */

/** A payment in a currency without a rate, so that it is parked. */
const pay: Act = { kind: 'pay', deposit: 0, amount: 'exact', currency: 'PLN', hasFee: false };
const payHalf: Act = { ...pay, currency: 'asked', amount: 'part' };
const deliver: Act = { kind: 'deliver', index: 0, way: 'once' };

describe('a chargeback', () => {
  test('that returned parked money reverses no later credit, however often it is reported', async () => {
    const { world, problems } = await playExample('ledger', [
      { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false },
      pay,
      { kind: 'reverse', receipt: 0, how: 'chargeback', part: 'whole' },
      deliver,
      deliver,
      pay,
      deliver,
      { kind: 'resolveParked', payment: 0, how: 'creditAtRate' },
      // The chargeback again, with another notification id.
      { kind: 'repeat', index: 1, isNew: true },
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('payment returned');
    expect(world.seen).not.toContain('reversal chargeback');
  });

  test('that only the last status request reports, with its receipt, is applied once the wallet has credited that', async () => {
    const { world, problems } = await playExample('remote', [
      { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false },
      payHalf,
      payHalf,
      { kind: 'reverse', receipt: 1, how: 'chargeback', part: 'whole' },
      { kind: 'wait', seconds: 25 * 3600 },
      deliver,
      // The notifications of the second receipt and of its reversal are lost.
      { kind: 'deliver', index: 0, way: 'lost' },
      { kind: 'deliver', index: 0, way: 'lost' },
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('reversal chargeback');
  });
});
