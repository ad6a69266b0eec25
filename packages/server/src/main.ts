import { parseConfig } from './config.ts';
import { startServer } from './start-server.ts';

try {
  const config = parseConfig(process.env);
  const server = await startServer(config, process.env);
  process.stdout.write(`Kassa's server is up at ${config.publicUrl}\n`);
  let isStopping = false;
  const stop = () => {
    // A second signal means "now": what was cut short heals on the next start.
    if (isStopping) process.exit(1);
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  process.stderr.write(`${message}\n${cause && `  because: ${cause}\n`}`);
  process.exit(1);
}
