import { buildDemoServer } from './demo-server.ts';
import { type DemoSettings, parseSettings } from './settings.ts';

let settings: DemoSettings;
try {
  settings = parseSettings(process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const server = await buildDemoServer(settings);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void server.close());
}
try {
  // "localhost" listens on both loopback addresses only: the demo signs tokens for anyone.
  await server.listen({ port: settings.port, host: 'localhost' });
  console.log(`The demo host is at ${settings.demoUrl}`);
  // For a parent such as `npm start`.
  process.send?.('ready');
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`The demo can't listen on port ${settings.port}: ${reason}`);
  process.exitCode = 1;
  await server.close();
}
