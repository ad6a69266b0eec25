import { afterAll, expect, test } from 'vitest';
import { isLongRun, seedLabel } from '../run-scale.ts';
import { Lane } from './lane.ts';
import { anyHistory, type OwnHistory } from './own-accounts/history-steps.ts';
import { knownHistories } from './own-accounts/known-histories.ts';
import { createHistoryWorld } from './own-accounts/own-history.ts';
import { playHistory } from './own-accounts/play-history.ts';
import { path, runLanes } from './run-lanes.ts';

/*
 * Histories of the operator's own accounts, in a world that knows whose money each transfer is: what is
 * credited without a person belongs to the player who paid, and the rest waits for one.
 */

const histories = isLongRun ? 2_000 : 12;

const knownLane = new Lane();

afterAll(() => knownLane.close());

test.each(knownHistories)('judges $name', async ({ history, leadsTo }) => {
  const { problems, seen } = await play(knownLane, history);
  expect(problems).toEqual([]);
  expect([...seen]).toContain(leadsTo);
});

test(`credits money on own accounts to those who paid it (${seedLabel})`, async () => {
  const covered = new Set<string>();
  await runLanes({
    any: anyHistory,
    histories,
    lanes: 2,
    play: async (lane, history) => {
      const { problems, seen } = await play(lane, history);
      if (problems.length > 0) throw new Error(`Whose money is it?\n${problems.join('\n')}`);
      for (const what of seen) covered.add(what);
    },
  });
  if (!isLongRun || path !== undefined) return;
  expect(mustBeSeen.filter((what) => !covered.has(what))).toEqual([]);
}, 3_600_000);

async function play(lane: Lane, history: OwnHistory) {
  const world = await createHistoryWorld(await lane.enter(), history);
  try {
    return { problems: await playHistory(world, history), seen: world.seen };
  } finally {
    await lane.leave(world);
  }
}

/** What a long run must cover; otherwise it doesn't test it. */
const mustBeSeen = [
  ...['bank', 'file', 'person', 'second'].map((doer) => `credited by ${doer}`),
  ...['self', 'other', 'unnamed'].map((payer) => `paid by ${payer}`),
  ...['returned', 'fromAccount', 'inName'].map((how) => `own money ${how}`),
  ...['notification', 'csv', 'camt'].map((source) => `an unreadable ${source}`),
  ...['review', 'matched', 'dismissed'].map((status) => `a transfer in ${status}`),
  'a typed statement',
  'a withdrawal after money of somebody else',
  'assigned: 200',
  'confirmed: 200',
  'washed',
];
