import { describe, expect, test } from 'vitest';
import type { Act } from '../../testing/property/acts.ts';
import { playExample } from '../../testing/property/play-sequence.ts';
import type { WalletKind } from '../../testing/property/world.ts';

/*
 * Short sequences that once failed in the property test of the money core. Each is played and
 * compared with what really happened.
 */

const wallets: WalletKind[] = ['ledger', 'remote'];
const deliver = (index: number): Act => ({ kind: 'deliver', index, way: 'once' });
const move = (to: 'completed' | 'failed' | 'returned'): Act => ({
  kind: 'movePayout',
  payout: 0,
  to,
  paid: 'asked',
});

describe.each(wallets)(
  'a payout that failed, was paid after all and was returned (%s)',
  (wallet) => {
    test.each([
      ['in that order', [deliver(0), deliver(0)]],
      ['in the opposite order', [deliver(1), deliver(0)]],
      ['with the last event only', [{ ...deliver(0), way: 'lost' }, deliver(0)]],
    ] as [string, Act[]][])(
      'and is reported %s, leaves the player with the money',
      async (_, deliveries) => {
        const { world, problems } = await playExample(wallet, [
          { kind: 'createWithdrawal', player: 0, key: 0, cents: 3_000 },
          { kind: 'sweep', what: 'withdrawals' },
          move('failed'),
          deliver(0),
          move('completed'),
          move('returned'),
          ...deliveries,
        ]);
        expect(problems).toEqual([]);
        expect(world.seen).toContain('withdrawal returned');
        expect(world.seen).not.toContain('a notification waited for a person');
      },
    );
  },
);
