import { parseConfig } from './config.ts';
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

try {
  const config = parseConfig(process.env);
  const server = await startServer(config, process.env);
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
