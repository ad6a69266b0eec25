import type { Log } from '../../log.ts';
import { repeatUntil } from '../../repeat-until.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { describeFolder } from './folder.ts';
import { isPostmaster, readPidFile } from './postmaster.ts';

const pauseMs = 1_000;
/** How long a dead PostgreSQL is tried to be started again. */
const usualTriesMs = 60_000;

/**
 * Starts PostgreSQL again at the same address when its postmaster has died. Several processes may
 * do so at once: PostgreSQL allows one postmaster on a folder, which the others join. If it can't
 * be started, `onLost` is called once, with the cause. Returns the function that ends the watch.
 */
export function keepPostgres(
  directory: string,
  url: string,
  {
    log,
    onLost,
    triesMs = usualTriesMs,
  }: { log: Log; onLost: (cause: unknown) => void; triesMs?: number },
): () => Promise<void> {
  const folder = describeFolder(directory);
  const port = Number(new URL(url).port);
  const stopping = new AbortController();
  let deadSince: number | null = null;
  const watch = async () => {
    const { pid } = await readPidFile(folder);
    if (await isPostmaster(pid)) return;
    const since = deadSince ?? performance.now();
    deadSince = since;
    try {
      await startEmbeddedPostgres(directory, { port });
      deadSince = null;
      log.warn({ folder: directory }, 'PostgreSQL had died and was started again');
    } catch (error) {
      // The sessions of a dead postmaster keep its memory until they notice its end.
      if (performance.now() - since < triesMs) return;
      stopping.abort();
      onLost(new Error("PostgreSQL has died and can't be started again.", { cause: error }));
    }
  };
  const watching = repeatUntil(stopping.signal, pauseMs, watch);
  return async () => {
    stopping.abort();
    await watching;
  };
}
