import { expect, test } from 'vitest';
import { isLongRun, seedLabel } from '../run-scale.ts';
import { attackPlan, type PaidBy } from './own-accounts/attack-plan.ts';
import { type Outcome, playAttack } from './own-accounts/play-attack.ts';
import { path, runLanes } from './run-lanes.ts';

/*
 * The amount alone tells whose money it is on an account whose payments name no reference. Attackers
 * order what others are likely to pay; no money of an honest player may become theirs, and most of
 * it is credited without a person where the payer is known.
 */

const rounds = isLongRun ? 1_000 : 12;

test(`no attacker gets an honest player's money (${seedLabel})`, async () => {
  const outcomes: Outcome[] = [];
  await runLanes({
    any: attackPlan,
    histories: rounds,
    lanes: 2,
    play: async (lane, plan) => {
      const played = await playAttack(await lane.enter(), plan);
      const faults = played.filter(isFault).map(({ became, detail }) => `${became}: ${detail}`);
      if (faults.length > 0) throw new Error(faults.join('\n'));
      outcomes.push(...played);
    },
  });
  console.log(describe(outcomes));
  // One history may have no such payer.
  if (path !== undefined) return;
  const known = outcomes.filter(({ paidBy }) => isKnown(paidBy));
  const exact = known.filter(({ isRounded }) => !isRounded);
  expect(shareOf(exact, 'credited')).toBeGreaterThanOrEqual(0.95);
  // Of few payments chance decides how many are rounded.
  if (isLongRun) expect(shareOf(known, 'credited')).toBeGreaterThanOrEqual(0.9);
}, 3_600_000);

const isKnown = (paidBy: PaidBy) => paidBy === 'self' || paidBy === 'knownOther';

/**
 * Money at the wrong player or nowhere; and money that one act can't accept though the payer is
 * known, or the amount exact.
 */
function isFault({ became, paidBy, isRounded }: Outcome): boolean {
  if (became === 'wrong' || became === 'lost') return true;
  return became === 'waiting' && (isKnown(paidBy) || !isRounded);
}

const shareOf = (outcomes: readonly Outcome[], became: Outcome['became']) =>
  outcomes.filter((it) => it.became === became).length / outcomes.length;

/** Tells the shares of what became of the money, by payer. */
function describe(outcomes: readonly Outcome[]): string {
  const lines = (['self', 'knownOther', 'other', 'unnamed'] as const).map((paidBy) => {
    const own = outcomes.filter((it) => it.paidBy === paidBy);
    const shares = (['credited', 'proposed', 'waiting', 'wrong', 'lost'] as const).map(
      (became) => `${became} ${(100 * shareOf(own, became)).toFixed(1)} %`,
    );
    return `${paidBy} (${own.length}): ${shares.join(', ')}`;
  });
  return lines.join('\n');
}
