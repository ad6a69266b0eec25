import { depositStatuses, withdrawalStatuses } from '@kassa/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLongRun, seed, seedLabel } from '../run-scale.ts';
import { Lane } from './lane.ts';
import { touches } from './mortal-process.ts';
import { playSequence } from './play-sequence.ts';
import { rareSequences } from './rare-sequences.ts';
import { arbitrarySequence } from './steps.ts';
import { createWorld, type WalletKind } from './world.ts';

/** So many random histories of each kind of wallet: in a long run 2,000 of both together. */
const histories = isLongRun ? 1_000 : 24;
/** Plays one history again: the path that its failure prints, with the seed that stands beside it. */
const path = process.env.KASSA_PATH;
/** So many at once: while one waits for the database another one thinks. */
const lanes = path === undefined ? 4 : 1;

/**
 * Registers the property test of the money core for one kind of wallet: whatever players, providers,
 * operators and crashes do, in whatever order, afterwards the books hold against what really
 * happened. A failure prints the shortest sequence that was found, and how it is played again.
 */
export function testMoneyCore(walletKind: WalletKind): void {
  const rare = rareSequences.filter(({ wallet = walletKind }) => wallet === walletKind);

  test.each(rare)('holds its promises: $name', async ({ rounds, leadsTo }) => {
    const lane = new Lane();
    try {
      const world = await createWorld(await lane.enter(), walletKind);
      expect(await playSequence(world, rounds)).toEqual([]);
      expect([...world.seen]).toContain(leadsTo);
    } finally {
      await lane.close();
    }
  });

  test(`holds its promises through any sequence of acts, messages and crashes (${seedLabel})`, async () => {
    const seen = new Set(rare.map(({ leadsTo }) => leadsTo));
    await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(walletKind, seen, lane)));
    if (!isLongRun || path !== undefined) return;
    expect(mustBeSeen(walletKind).filter((what) => !seen.has(what))).toEqual([]);
  }, 1_800_000);
}

async function runLane(walletKind: WalletKind, seen: Set<string>, number: number): Promise<void> {
  const lane = new Lane();
  const anyHistory = fc.asyncProperty(arbitrarySequence, async (rounds) => {
    const world = await createWorld(await lane.enter(), walletKind);
    try {
      const problems = await playSequence(world, rounds);
      if (problems.length > 0) throw new Error(`It is not so:\n${problems.join('\n')}`);
    } finally {
      await lane.leave(world);
    }
    for (const what of world.seen) seen.add(what);
  });
  try {
    const played = await fc.check(anyHistory, {
      numRuns: Math.ceil(histories / lanes),
      seed: seed + number,
      includeErrorInReport: true,
      ...(path === undefined ? {} : { path, endOnFailure: true }),
    });
    if (!played.failed) return;
    const again = `KASSA_SEED=${played.seed} KASSA_PATH=${played.counterexamplePath}`;
    throw new Error(`${again} plays it again.\n${await fc.asyncDefaultReportMessage(played)}`);
  } finally {
    await lane.close();
  }
}

/** What a long run goes through, or it proves nothing of it. */
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
