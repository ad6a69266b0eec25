import { depositStatuses, withdrawalStatuses } from '@kassa/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lane } from './lane.ts';
import { touches } from './mortal-process.ts';
import { playSequence } from './play-sequence.ts';
import { rareSequences } from './rare-sequences.ts';
import { arbitrarySequence } from './steps.ts';
import { createWorld, type WalletKind } from './world.ts';

/** So many sequences of each kind of wallet: together more than 2,000. */
const runs = Number(process.env.KASSA_PROPERTY_RUNS ?? 1_020);
/** So many at once: while one waits for the database another one thinks. */
const lanes = 4;
/** To replay what a failure prints; without them every run is another one. */
const seed = Number(process.env.KASSA_PROPERTY_SEED ?? Date.now() % 2 ** 31);
const path = process.env.KASSA_PROPERTY_PATH;

/**
 * Registers the property test of the money core for one kind of wallet: whatever players, providers,
 * operators and crashes do, in whatever order, afterwards the books hold against what really
 * happened. A failure prints its seed, its path and the shortest sequence that was found;
 * `KASSA_PROPERTY_SEED` and `KASSA_PROPERTY_PATH` play it again.
 */
export function testMoneyCore(walletKind: WalletKind): void {
  test('holds its promises through any sequence of acts, messages and crashes', async () => {
    const seen = new Set<string>();
    const count = path === undefined ? lanes : 1;
    const perLane = Math.ceil(runs / count);
    const lane = (index: number) => runLane(walletKind, seen, perLane, seed + index);
    await Promise.all(Array.from({ length: count }, (_, index) => lane(index)));
    if (path === undefined && runs >= 500) {
      expect(mustBeSeen(walletKind).filter((what) => !seen.has(what))).toEqual([]);
    }
  }, 1_800_000);
}

async function runLane(
  walletKind: WalletKind,
  seen: Set<string>,
  numRuns: number,
  laneSeed: number,
): Promise<void> {
  const lane = new Lane();
  try {
    await fc.assert(
      fc.asyncProperty(arbitrarySequence, async (rounds) => {
        const world = await createWorld(await lane.enter(), walletKind);
        try {
          const problems = await playSequence(world, rounds);
          if (problems.length > 0) throw new Error(`It is not so:\n${problems.join('\n')}`);
        } finally {
          await lane.leave(world);
        }
        for (const what of world.seen) seen.add(what);
      }),
      {
        numRuns,
        seed: laneSeed,
        examples: rareSequences.map((rounds) => [rounds]),
        ...(path === undefined ? {} : { path, endOnFailure: true }),
      },
    );
  } finally {
    await lane.close();
  }
}

/** What a whole run goes through, or it proves nothing of it. */
function mustBeSeen(walletKind: WalletKind): string[] {
  const outcomes = ['credited', 'parked', 'ended', 'reversed', 'moved', 'unchanged', 'duplicate'];
  return [
    ...touches
      .filter((touch) => touch !== 'wallet' || walletKind === 'remote')
      .flatMap((touch) => [`died before ${touch}`, `died after ${touch}`]),
    ...depositStatuses
      .filter((status) => status !== 'crediting' || walletKind === 'remote')
      .map((status) => `deposit ${status}`),
    ...withdrawalStatuses.map((status) => `withdrawal ${status}`),
    ...[...outcomes, 'conflicting', 'contradicting'].map((outcome) => `notification ${outcome}`),
    ...['credited', 'returned'].map((status) => `payment ${status}`),
    ...['chargeback', 'refund', 'reversal', 'latePayout'].map((kind) => `reversal ${kind}`),
    'a player owes',
    'a deposit went on',
    'confirmed by reference',
    'confirmed by amount',
    'refused: idempotency.keyReused',
    'refused: idempotency.inFlight',
    ...(walletKind === 'remote' ? ['the wallet refused', 'the wallet was unclear'] : []),
  ];
}
