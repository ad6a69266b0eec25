import { describe, expect, test } from 'vitest';
import { playExample } from '../../testing/property/play-sequence.ts';

/*
 * Short sequences that once failed in the property test of the money core. Each is played and
 * compared with what really happened.
 */

describe('a payment that the provider canceled', () => {
  test('and that is paid nevertheless, without a notification, is found by a status request', async () => {
    const { world, problems } = await playExample('ledger', [
      { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false },
      { kind: 'closePayment', deposit: 0, status: 'canceled' },
      { kind: 'deliver', index: 0, way: 'once' },
      { kind: 'pay', deposit: 0, amount: 'exact', currency: 'asked', hasFee: false },
      { kind: 'deliver', index: 0, way: 'lost' },
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('deposit canceled');
    expect(world.seen).toContain('payment credited');
  });
});
