const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts something and registers its end function; the last one started is ended first. */
export type Own = <Thing>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
) => Promise<Thing>;

interface Definition<Size> {
  /** The size with which figures are measured. */
  whole: Size;
  /** One round with the least load at which every check runs. No limit of a figure decides. */
  short: Size;
  /** Returns the names of the programs that it needs and this machine lacks. */
  findMissing?: () => string[];
  measure: (own: Own, size: Size) => Promise<void>;
}

export type Benchmark = ReturnType<typeof defineBenchmark>;

/** Defines the benchmark that a `*.bench.ts` exports. */
export function defineBenchmark<Size>({
  whole,
  short,
  findMissing = () => [],
  measure,
}: Definition<Size>) {
  return {
    findMissing,
    run: (isShort: boolean) => runOwning((own) => measure(own, isShort ? short : whole)),
  };
}

/**
 * Runs a benchmark, and ends everything it owns after success, failure or a signal. Starts in
 * progress are awaited, so that they can be ended too. Returns whether it succeeded.
 */
async function runOwning(run: (own: Own) => Promise<void>): Promise<boolean> {
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
    return true;
  } catch (error) {
    // Once stopped, every failure is a consequence and isn't reported.
    if (!isStopping) console.error(error);
    return false;
  } finally {
    await endAll();
    // The next benchmark of the same run installs its own listeners.
    for (const signal of signals) process.off(signal, stop);
  }
}
