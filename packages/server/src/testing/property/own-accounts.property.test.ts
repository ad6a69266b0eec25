import { test } from 'vitest';
import { isLongRun, seedLabel } from '../run-scale.ts';
import { anyHistory } from './own-accounts/history-steps.ts';
import { createHistoryWorld } from './own-accounts/own-history.ts';
import { playHistory } from './own-accounts/play-history.ts';
import { runLanes } from './run-lanes.ts';

/*
 * Histories of the operator's own accounts, in a world that knows whose money each transfer is: what is
 * credited without a person belongs to the player who paid, and the rest waits for one.
 */

const histories = isLongRun ? 2_000 : 20;

test(`credits money on own accounts to those who paid it (${seedLabel})`, async () => {
  await runLanes({
    any: anyHistory,
    histories,
    lanes: 2,
    play: async (lane, history) => {
      const world = await createHistoryWorld(await lane.enter(), history);
      try {
        const problems = await playHistory(world, history);
        if (problems.length > 0) throw new Error(`Whose money is it?\n${problems.join('\n')}`);
      } finally {
        await lane.leave(world);
      }
    },
  });
}, 3_600_000);
