const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts something and remembers how to end it; what was started last is ended first. */
export type Own = <Thing>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
) => Promise<Thing>;

/**
 * Runs a benchmark and ends all it owns, whichever way it goes: to its end, by a failure, or by a
 * signal. What is just being started by then is waited for, so that it can be ended too.
 */
export async function runBenchmark(run: (own: Own) => Promise<void>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  const starting = new Set<Promise<unknown>>();
  let isStopping = false;

  const own: Own = async (start, end) => {
    if (isStopping) throw new Error('The benchmark is being stopped.');
    const started = start();
    const remembered = started.then((thing) => ends.push(() => end(thing)));
    starting.add(remembered);
    try {
      await remembered;
    } finally {
      starting.delete(remembered);
    }
    return started;
  };

  const endAll = async () => {
    await Promise.allSettled(starting);
    for (const end of ends.splice(0).reverse()) await end().catch(console.error);
  };

  const stop = () => {
    // A second signal: nobody wants to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    void endAll().then(() => process.exit(130));
  };
  for (const signal of signals) process.on(signal, stop);

  try {
    await run(own);
  } catch (error) {
    // Once stopped, everything fails because its other side is gone; that is no news.
    if (isStopping) return;
    console.error(error);
    process.exitCode = 1;
  } finally {
    await endAll();
    // The next benchmark of the same run listens for itself.
    for (const signal of signals) process.off(signal, stop);
  }
}
