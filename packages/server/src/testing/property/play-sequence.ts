import type { Act, Round } from './acts.ts';
import { checkWorld } from './check-world.ts';
import { Lane } from './lane.ts';
import { runRound } from './run-round.ts';
import { settleWorld } from './settle-world.ts';
import { createWorld, type WalletKind, type World } from './world.ts';

/** Plays a sequence in a new world, lets it settle, and returns all problems. */
export async function playSequence(world: World, rounds: readonly Round[]): Promise<string[]> {
  for (const round of rounds) await runRound(world, round);
  await settleWorld(world);
  return checkWorld(world);
}

/** The world and the problems after an example. */
export interface Example {
  world: World;
  problems: string[];
}

/** Plays a short sequence that once failed: one act after the other, in one process. */
export async function playExample(walletKind: WalletKind, acts: readonly Act[]): Promise<Example> {
  const lane = new Lane();
  try {
    const world = await createWorld(await lane.enter(), walletKind);
    const rounds = acts.map((act): Round => [{ act, process: 0, crash: null }]);
    return { world, problems: await playSequence(world, rounds) };
  } finally {
    await lane.close();
  }
}
