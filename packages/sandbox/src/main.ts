import { startSandbox } from './index.ts';
import { parseSettings, type Settings } from './settings.ts';

async function main(settings: Settings): Promise<void> {
  const chainNodes = await startNodes(settings);
  const sandbox = await startSandbox({ ...settings, chainNodes }).catch(async (error: unknown) => {
    // A node that is left running keeps this process alive.
    await Promise.all(chainNodes.map((node) => node.stop()));
    throw error;
  });
  console.log(`Sandbox provider listens on ${sandbox.url}`);
  // For a parent such as `npm start`.
  process.send?.('ready');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      sandbox.close().catch(fail);
    });
  }
}

/** Loads the nodes' starters only if they are wanted: what they need is for tests otherwise. */
async function startNodes({ chains, dataFolder }: Settings) {
  if (chains === 'simulated') return [];
  const { startRealChains } = await import('./chains/real/start-real-chains.ts');
  return startRealChains(dataFolder);
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
