import { describe, expect, test } from 'vitest';
import { playExample } from '../../testing/property/play-sequence.ts';

/*
 * Short sequences that once went wrong, found by the property test of the money core: each is played
 * and held against what really happened.
 */

describe('a withdrawal whose money the wallet holds a day later', () => {
  test('is admitted then, as small as it is', async () => {
    const { world, problems } = await playExample('remote', [
      { kind: 'walletMisbehaves', faults: ['silentBefore'] },
      { kind: 'createWithdrawal', player: 0, key: 0, cents: 3_000 },
      { kind: 'wait', seconds: 90_000 },
      { kind: 'sweep', what: 'wallet' },
    ]);
    expect(problems).toEqual([]);
    expect(world.seen).toContain('withdrawal approved');
    expect(world.seen).not.toContain('withdrawal inReview');
  });
});
