import { describe, expect, test } from 'vitest';
import type { Act } from '../../testing/property/acts.ts';
import { playExample } from '../../testing/property/play-sequence.ts';

/*
 * Short sequences that once failed in the property test of the money core. Each is played and
 * compared with what really happened.
 */

const create: Act = { kind: 'createDeposit', player: 0, key: 0, cents: 2_000, isForeign: false };
const pay = (amount: 'exact' | 'double' | 'absurd'): Act => ({
  kind: 'pay',
  deposit: 0,
  amount,
  currency: 'asked',
  hasFee: false,
});
const confirm = (receipt: number): Act => ({ kind: 'confirm', receipt, hasReference: false });
const deliver = (index: number): Act => ({ kind: 'deliver', index, way: 'once' });

describe('an operator who confirms money', () => {
  test('that is parked is matched with the provider’s event', async () => {
    const { world, problems } = await playExample('ledger', [
      create,
      pay('double'),
      confirm(0),
      deliver(0),
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('notification duplicate');
  });

  test('that is credited already credits nothing more', async () => {
    const { world, problems } = await playExample('ledger', [
      create,
      pay('exact'),
      deliver(0),
      confirm(0),
      confirm(0),
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('refused: deposit.notOpen');
  });
});

describe('an operator who credits parked money', () => {
  test('names no rate if the currency is the account’s own', async () => {
    const { world, problems } = await playExample('ledger', [
      create,
      pay('absurd'),
      deliver(0),
      { kind: 'resolveParked', payment: 0, how: 'creditAtRate' },
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('refused: amount.invalid');
  });
});
