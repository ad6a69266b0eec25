/** Runs work, and counts the turns that the event loop gives to others meanwhile. */
export async function countTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    isDone = true;
  }
}
