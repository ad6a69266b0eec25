import { parseConfig } from './ground/config/config.ts';
import { type RunningServer, startServer } from './start-server.ts';

/**
 * Resolves at the first signal. A second one exits at once: sweeps repair whatever it interrupts.
 */
const stopRequested = new Promise<void>((resolve) => {
  let count = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      count += 1;
      if (count > 1) process.exit(1);
      resolve();
    });
  }
});

/** SIGHUP reads the brands' files again; one that comes during the start does it afterwards. */
let isReloadRequested = false;
let reload = (): void => {
  isReloadRequested = true;
};
process.on('SIGHUP', () => reload());

/** Reports an unhandled rejection. Until there is a log, it ends the process. */
let report = (error: unknown): void => fail(error);

/*
 * A rejected promise that nothing awaits is a bug of one socket or timer. Node would end the
 * process for it, and with it every player's connection and every payment under way. No money
 * depends on such a promise: a half-done transaction was rolled back, and a sweep continues it. So
 * the rejection is logged and the process continues. An uncaught exception still ends the process.
 */
process.on('unhandledRejection', (error) => report(error));

try {
  const config = parseConfig(process.env);
  const server = await startServer(config, process.env, { onDatabaseLost: fail });
  const { log } = server.core;
  report = (error) => log.error({ error }, 'an unhandled promise rejection');
  process.stdout.write(
    `Kassa's server is up at ${config.publicUrl}, for operators at ${server.operatorUrl}\n`,
  );
  // For a parent such as `npm start`.
  process.send?.('ready');
  reload = () => void server.reload();
  if (isReloadRequested) reload();
  // A signal that comes during the start stops the server in order after the start.
  void stopRequested.then(() => stop(server));
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
