import { setTimeout as delay } from 'node:timers/promises';
import { createDeposit, notifyPaid, type Player, type Target } from '../deposits/player.ts';

/** A call that takes longer counts with this time, and as failed. */
const givenUpMs = 10_000;

/** The times of `deposit-create` in ms, from when each was due, and the number of failures. */
export interface Calls {
  times: number[];
  failed: number;
}

/**
 * Lets players create and pay deposits at a constant rate, however long each takes: a call that waits must
 * not make the following ones rarer.
 */
export async function callSteadily(
  target: Target,
  players: Player[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Calls> {
  const calls: Calls = { times: [], failed: 0 };
  const startedAt = performance.now();
  const count = perSecond * seconds;
  const running = Array.from({ length: count }, async (_, index) => {
    const dueAt = startedAt + (index * 1000) / perSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const player = players[index % players.length];
    if (player === undefined) throw new Error('A call needs a player.');
    const depositId = await orNull(createDeposit(target, player));
    calls.times.push(depositId === null ? givenUpMs : performance.now() - dueAt);
    // A paid deposit is finished, so that the server doesn't ask the provider about it.
    const isPaid = depositId !== null && (await orNull(notifyPaid(target, depositId))) !== null;
    if (!isPaid) calls.failed += 1;
  });
  await Promise.all(running);
  return calls;
}

/** Returns null for a call that fails or takes too long. */
function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return Promise.race([answer.catch(() => null), delay(givenUpMs, null, { ref: false })]);
}
