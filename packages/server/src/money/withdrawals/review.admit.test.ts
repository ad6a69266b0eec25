import { describe, expect, test } from 'vitest';
import { playExample } from '../../testing/property/play-sequence.ts';

/*
 * Short sequences that once failed in the property test of the money core. Each is played and
 * compared with what really happened.
 */

describe('a withdrawal whose hold succeeds a day later', () => {
  test('is approved automatically then if it is small', async () => {
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
