import { describe, expect, test } from 'vitest';
import { playExample } from '../../testing/property/play-sequence.ts';
import type { Act } from '../../testing/property/steps.ts';
import type { WalletKind } from '../../testing/property/world.ts';

/*
 * Short sequences that once went wrong, found by the property test of the money core: each is played
 * and held against what really happened.
 */

const wallets: WalletKind[] = ['ledger', 'remote'];
const deliver = (index: number): Act => ({ kind: 'deliver', index, way: 'once' });
const move = (to: 'completed' | 'failed' | 'returned'): Act => ({
  kind: 'movePayout',
  payout: 0,
  to,
});

describe.each(wallets)('a payout that failed, was paid after all and came back (%s)', (wallet) => {
  test.each([
    ['in that order', [deliver(0), deliver(0)]],
    ['the other way round', [deliver(1), deliver(0)]],
    ['with the last word alone', [{ ...deliver(0), way: 'lost' }, deliver(0)]],
  ] as [string, Act[]][])(
    'and is told of %s, leaves the player with the money',
    async (_, told) => {
      const { world, problems } = await playExample(wallet, [
        { kind: 'createWithdrawal', player: 0, key: 0, cents: 3_000 },
        { kind: 'sweep', what: 'withdrawals' },
        move('failed'),
        deliver(0),
        move('completed'),
        move('returned'),
        ...told,
      ]);
      expect(problems).toEqual([]);
      expect(world.seen).toContain('withdrawal returned');
      expect(world.seen).not.toContain('a notification waited for a person');
    },
  );
});
