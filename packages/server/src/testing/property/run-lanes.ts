import fc from 'fast-check';
import { seed } from '../run-scale.ts';
import { Lane } from './lane.ts';

/** Replays one history: the path that a failure prints together with its seed. */
export const path = process.env.KASSA_PATH;

interface Playing<Example> {
  any: fc.Arbitrary<Example>;
  /** The number of histories together. */
  histories: number;
  /** The number of histories in parallel. */
  lanes: number;
  /** Plays one history; throws if it violates an invariant. */
  play: (lane: Lane, example: Example) => Promise<void>;
}

/** Plays random histories. A failure names the shortest one that fails, and how to replay it. */
export async function runLanes<Example>({
  any,
  histories,
  lanes: wanted,
  play,
}: Playing<Example>): Promise<void> {
  const lanes = path === undefined ? wanted : 1;
  const numRuns = Math.ceil(histories / lanes);
  const runLane = async (number: number) => {
    const lane = new Lane();
    try {
      const played = await fc.check(
        fc.asyncProperty(any, (example) => play(lane, example)),
        {
          numRuns,
          seed: seed + number,
          includeErrorInReport: true,
          ...(path === undefined ? {} : { path, endOnFailure: true }),
        },
      );
      if (!played.failed) return;
      const again = `KASSA_SEED=${played.seed} KASSA_PATH=${played.counterexamplePath}`;
      throw new Error(`${again} replays it.\n${await fc.asyncDefaultReportMessage(played)}`);
    } finally {
      await lane.close();
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => runLane(number)));
}
