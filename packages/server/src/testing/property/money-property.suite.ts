import { depositStatuses, parkedCodes, refundStatuses, withdrawalStatuses } from '@kassa/contract';
import { afterAll, expect, test } from 'vitest';
import { isLongRun, seedLabel } from '../run-scale.ts';
import { accesses } from './killable-process.ts';
import { Lane } from './lane.ts';
import { playSequence } from './play-sequence.ts';
import { rareSequencesWith } from './rare-sequences.ts';
import { path, runLanes } from './run-lanes.ts';
import { arbitrarySequence } from './steps.ts';
import { createWorld, type WalletKind } from './world.ts';

/** The number of random histories for each kind of wallet: 2,000 in a long run of both. */
const histories = isLongRun ? 1_000 : 20;

/**
 * Registers the property test of the money core for one kind of wallet: after any sequence of acts
 * by players, providers and operators and any crashes, the rows match what really happened. A
 * failure prints the shortest failing sequence and how to replay it.
 */
export function testMoneyCore(walletKind: WalletKind): void {
  const rare = rareSequencesWith(walletKind);
  const rareLane = new Lane();
  afterAll(() => rareLane.close());

  test.each(rare)(`keeps every invariant: $name (${seedLabel})`, async ({ rounds, leadsTo }) => {
    const world = await createWorld(await rareLane.enter(), walletKind);
    try {
      expect(await playSequence(world, rounds)).toEqual([]);
      expect([...world.seen]).toContain(leadsTo);
    } finally {
      await rareLane.leave(world);
    }
  });

  test(`keeps every invariant through any sequence of acts, messages and crashes (${seedLabel})`, async () => {
    const seen = new Set(rare.map(({ leadsTo }) => leadsTo));
    await runLanes({
      any: arbitrarySequence,
      histories,
      // Some wait for the database while others compute.
      lanes: 4,
      play: async (lane, rounds) => {
        const world = await createWorld(await lane.enter(), walletKind);
        try {
          const problems = await playSequence(world, rounds);
          if (problems.length > 0)
            throw new Error(`Invariants are violated:\n${problems.join('\n')}`);
        } finally {
          await lane.leave(world);
        }
        for (const what of world.seen) seen.add(what);
      },
    });
    if (!isLongRun || path !== undefined) return;
    expect(mustBeSeen(walletKind).filter((what) => !seen.has(what))).toEqual([]);
  }, 1_800_000);
}

/** The events that a long run must cover; otherwise it doesn't test them. */
function mustBeSeen(walletKind: WalletKind): string[] {
  const outcomes = ['credited', 'parked', 'ended', 'reversed', 'moved', 'unchanged', 'duplicate'];
  return [
    ...accesses
      .filter((access) => access !== 'wallet' || walletKind === 'remote')
      .flatMap((access) => [`died before ${access}`, `died after ${access}`]),
    ...depositStatuses
      .filter((status) => status !== 'crediting' || walletKind === 'remote')
      .map((status) => `deposit ${status}`),
    ...withdrawalStatuses.map((status) => `withdrawal ${status}`),
    ...refundStatuses
      .filter((status) => status !== 'rejected' || walletKind === 'remote')
      .map((status) => `refund ${status}`),
    'requested a refund of parked money',
    'refused: deposit.alreadyOpen',
    ...[...outcomes, 'conflicting', 'contradicting'].map((outcome) => `notification ${outcome}`),
    ...['credited', 'returned'].map((status) => `payment ${status}`),
    ...['chargeback', 'refund', 'reversal', 'latePayout'].map((kind) => `reversal ${kind}`),
    ...parkedCodes
      // A deposit is only created with a rate, and the world's rates stay.
      .filter((code) => code !== 'noRate')
      .filter((code) => code !== 'walletRefused' || walletKind === 'remote')
      .map((code) => `parked ${code}`),
    'a player owes',
    ...['credit', 'debit'].map((direction) => `correction by ${direction} done`),
    walletKind === 'remote' ? 'correction by debit refused' : 'refused: correction.aboveBalance',
    ...['accrued', 'revoked'].map((status) => `bonus ${status}`),
    'a bonus was forfeited',
    'a bonus was wagered',
    ...[
      'nobody paid in time',
      'canceled by the player',
      'the provider could not cancel it',
      'the player was blocked',
      'the player has excluded themselves',
      "above the player's changed limit",
    ].map((reason) => `paid after: ${reason}`),
    'a debt came after the approval',
    'a deposit settled a debt by all of its money',
    'a deposit settled a debt by a part of its money',
    'a payout of another amount',
    ...['payout', 'payout_with_fee', 'payout_in_coin'].flatMap((method) => [
      `paid by ${method}`,
      `paid in part by ${method}`,
    ]),
    'a payout of another currency',
    'the operator resolved a payout of other money',
    'a deposit went on',
    'a deposit went to another account',
    'a deposit was paid at an account that had denied it',
    'confirmed by reference',
    'confirmed by amount',
    'refused: idempotency.keyReused',
    'refused: idempotency.inFlight',
    ...(walletKind === 'remote' ? ['the wallet refused', 'the wallet was unclear'] : []),
  ];
}
