import { parseConfig } from './ground/config/config.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** Resolves at the first polite signal; a second one means "now": what is cut short heals. */
const asked = new Promise<void>((resolve) => {
  let count = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      count += 1;
      if (count > 1) process.exit(1);
      resolve();
    });
  }
});

/** Until there is a log, it is the process's last words. */
let tell = (error: unknown): void => fail(error);

/*
 * A promise that failed and that nobody waited for is a bug, of one socket's or one timer's; Node
 * would end the process for it, and with it every player's connection and every payment under way. No
 * money hangs on such a promise: what is half-done was rolled back, and is swept. So it is logged, and
 * everything else goes on. A thrown error that nobody caught still ends the process.
 */
process.on('unhandledRejection', (error) => tell(error));

try {
  const config = parseConfig(process.env);
  const server = await startServer(config, process.env);
  const { log } = server.core;
  tell = (error) => log.error({ error }, 'a promise failed and nobody waited for it');
  process.stdout.write(`Kassa's server is up at ${config.publicUrl}\n`);
  // Asked while it was still starting, it stops as soon as there is something to stop in order.
  void asked.then(() => stop(server));
} catch (error) {
  fail(error);
}

async function stop(server: RunningServer): Promise<void> {
  try {
    await server.stop();
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  process.stderr.write(`${message}\n${cause && `  because: ${cause}\n`}`);
  process.exit(1);
}
