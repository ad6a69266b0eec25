import { startSandbox } from './index.ts';
import { parseSettings, type Settings } from './settings.ts';

async function main(settings: Settings): Promise<void> {
  const sandbox = await startSandbox(settings);
  console.log(`Sandbox provider listens on ${sandbox.url}`);
  // For a parent such as `npm start`.
  process.send?.('ready');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      sandbox.close().catch(fail);
    });
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

try {
  await main(parseSettings(process.env));
} catch (error) {
  fail(error);
}
