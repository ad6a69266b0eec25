const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts something and registers its end function; the last one started is ended first. */
export type Own = <Thing>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
) => Promise<Thing>;

/**
 * Runs a benchmark, and ends everything it owns after success, failure or a signal. Starts in
 * progress are awaited, so that they can be ended too.
 */
export async function runBenchmark(run: (own: Own) => Promise<void>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  const starting = new Set<Promise<unknown>>();
  let isStopping = false;

  const own: Own = async (start, end) => {
    if (isStopping) throw new Error('The benchmark is stopping.');
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
    // A second signal ends at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    void endAll().then(() => process.exit(130));
  };
  for (const signal of signals) process.on(signal, stop);

  try {
    await run(own);
  } catch (error) {
    // Once stopped, every failure is a consequence and isn't reported.
    if (isStopping) return;
    console.error(error);
    process.exitCode = 1;
  } finally {
    await endAll();
    // The next benchmark of the same run installs its own listeners.
    for (const signal of signals) process.off(signal, stop);
  }
}
