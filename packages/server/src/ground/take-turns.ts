import { setImmediate as nextTurn } from 'node:timers/promises';

/** The steps of work, such as lines of a file, between two turns of the event loop. */
const stepsPerTurn = 250;

/** Returns a function to await after each step of long work: it gives the event loop its turns. */
export function takeTurns(): () => Promise<void> | void {
  let steps = 0;
  return () => {
    steps += 1;
    if (steps % stepsPerTurn === 0) return nextTurn();
  };
}
